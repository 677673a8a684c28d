"use client";

import { useEffect } from "react";
import { flushHeldDeletes } from "@/lib/client/held-deletes";

/** Sends deletions that are still held back when the page is left. */
export function HeldDeletes() {
  useEffect(() => {
    window.addEventListener("pagehide", flushHeldDeletes);
    return () => window.removeEventListener("pagehide", flushHeldDeletes);
  }, []);
  return null;
}
