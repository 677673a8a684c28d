"use client";

import { useEffect } from "react";
import { flushHeldActions } from "@/lib/client/held-actions";

/** Sends the held actions when the page is left. */
export function HeldActions() {
  useEffect(() => {
    window.addEventListener("pagehide", flushHeldActions);
    return () => window.removeEventListener("pagehide", flushHeldActions);
  }, []);
  return null;
}
