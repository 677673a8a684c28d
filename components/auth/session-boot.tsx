"use client";

import { useEffect } from "react";
import { useConfig } from "@/lib/client/config";
import { configureSession, identity } from "@/lib/client/session";

/** What comes before any use of a form. */
const BEGINNINGS = ["pointerdown", "keydown", "input"];

/** Prepares the session for pages without one, and fetches the SDK once the user begins: who only reads needs none. */
export function SessionBoot() {
  const config = useConfig();
  configureSession(config);
  useEffect(() => {
    const begin = () => void identity();
    const once = { once: true, capture: true };
    for (const beginning of BEGINNINGS) document.addEventListener(beginning, begin, once);
    return () => {
      for (const beginning of BEGINNINGS) document.removeEventListener(beginning, begin, once);
    };
  }, []);
  return null;
}
