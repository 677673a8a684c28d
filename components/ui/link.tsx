"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link whose page is fetched ahead when the pointer or the focus comes near, not as soon as it is in sight: the
 * dozen links of a page would be two dozen requests while it is still starting.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: ComponentProps<typeof NextLink>) {
  const [near, setNear] = useState(false);
  return (
    <NextLink
      prefetch={near ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
      {...rest}
    />
  );
}
