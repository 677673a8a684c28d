"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";
import { isOffline } from "@/lib/client/connection";

/**
 * A link that prefetches its page on hover or focus instead of when it becomes visible: the dozen links of a page
 * would cause two dozen requests while it is still loading. Offline it does not navigate, and says so.
 */
export function Link({ onPointerEnter, onFocus, onClick, ...rest }: ComponentProps<typeof NextLink>) {
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
      onClick={(event) => {
        if (isOffline()) event.preventDefault();
        onClick?.(event);
      }}
      {...rest}
    />
  );
}
