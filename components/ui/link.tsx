"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page on hover or focus instead of when it becomes visible: the dozen links of a page
 * would cause two dozen requests while it is still loading.
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
