"use client";

import NextLink from "next/link";
import { type ComponentProps, startTransition, useState } from "react";
import { isOffline } from "@/lib/client/connection";
import { useGo } from "./navigation";

/**
 * A link that prefetches its page on hover or focus instead of when it becomes visible: the dozen links of a page
 * would cause two dozen requests while it is still loading. Offline it does not navigate, and says so.
 * That a page was asked for is shown at once (navigation.tsx).
 */
export function Link({ onPointerEnter, onFocus, onNavigate, ...rest }: ComponentProps<typeof NextLink>) {
  const [near, setNear] = useState(false);
  const go = useGo();
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
      onNavigate={(event) => {
        if (isOffline()) return event.preventDefault();
        onNavigate?.(event);
        // The router's own transition begins in the same event, so both are one.
        startTransition(() => go(String(rest.href)));
      }}
      {...rest}
    />
  );
}
