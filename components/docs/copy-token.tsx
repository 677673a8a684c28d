"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Copy } from "@/components/ui/icons";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { accessToken, configureSession } from "@/lib/client/session";

/** Copies the user's own access token to the clipboard, for trying out the examples. */
export function CopyToken() {
  const t = useT();
  const config = useConfig();
  const [copied, setCopied] = useState(false);
  configureSession(config);
  const copy = async () => {
    const token = await accessToken();
    if (!token) return;
    await navigator.clipboard.writeText(token);
    setCopied(true);
  };
  return (
    <Button size="sm" onClick={copy}>
      <Copy aria-hidden="true" />
      <span aria-live="polite">{t(copied ? "action.copied" : "docs.token.copy")}</span>
    </Button>
  );
}
