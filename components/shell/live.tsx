"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenQuiet } from "@/lib/client/pace";

/** Pause before the code for it is requested again. */
const AGAIN_MS = 10_000;

/** Follows changes from elsewhere, once the page has loaded everything it shows. */
export function Live() {
  const queries = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    const begin = async () => {
      const loaded = await import("@/lib/client/follow").catch(() => null);
      if (isOver) return;
      if (loaded) end = loaded.follow(queries);
      else setTimeout(begin, AGAIN_MS);
    };
    const unwatch = whenQuiet(begin);
    return () => {
      isOver = true;
      unwatch();
      end();
    };
  }, [queries]);
  return null;
}
