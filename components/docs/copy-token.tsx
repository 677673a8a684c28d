"use client";

import { Button } from "@/components/ui/button";
import { Copy } from "@/components/ui/icons";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { accessToken, configureSession } from "@/lib/client/session";
import { useCopied } from "./code";

/** Nothing is copied while the page is left. */
const leaving = new Promise<never>(() => undefined);

/** Copies the user's own access token to the clipboard, for trying out the examples. */
export function CopyToken() {
  const t = useT();
  const config = useConfig();
  configureSession(config);
  const { said, copy } = useCopied(async () => {
    const token = await accessToken();
    if (!token) window.location.assign("/sign-in?next=/docs");
    return token ?? leaving;
  });
  return (
    <Button size="sm" onClick={copy}>
      <Copy aria-hidden="true" />
      <span aria-live="polite">{t(said ?? "docs.token.copy")}</span>
    </Button>
  );
}
