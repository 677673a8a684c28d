"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenQuiet } from "@/lib/client/pace";

/** Follows changes from elsewhere, once the page has loaded everything it shows. */
export function Live() {
  const queries = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    const unwatch = whenQuiet(async () => {
      const { follow } = await import("@/lib/client/follow");
      if (!isOver) end = follow(queries);
    });
    return () => {
      isOver = true;
      unwatch();
      end();
    };
  }, [queries]);
  return null;
}
