"use client";

import { useEffect } from "react";
import { useConfig } from "@/lib/client/config";
import { configureSession, identity } from "@/lib/client/session";

/** Prepares the session for pages without one and fetches the SDK while the user reads. */
export function SessionBoot() {
  const config = useConfig();
  configureSession(config);
  useEffect(() => {
    void identity();
  }, []);
  return null;
}
