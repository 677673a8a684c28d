"use client";

import type { Provider } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { identity } from "@/lib/client/session";

/** Providers that we offer when the identity provider has them enabled, in this order. */
const OFFERED: { id: Provider; name: string }[] = [
  { id: "google", name: "Google" },
  { id: "github", name: "GitHub" },
  { id: "azure", name: "Microsoft" },
  { id: "gitlab", name: "GitLab" },
];

/** Buttons for the OAuth providers that are configured; nothing when there are none. */
export function OAuthButtons({ next }: { next: string }) {
  const t = useT();
  const { identityUrl, publishableKey } = useConfig();
  const [enabled, setEnabled] = useState<typeof OFFERED>([]);
  useEffect(() => {
    const aborter = new AbortController();
    fetch(`${identityUrl ?? ""}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: aborter.signal,
    })
      .then((response) => (response.ok ? response.json() : {}))
      .then((settings: { external?: Record<string, boolean> }) =>
        setEnabled(OFFERED.filter(({ id }) => settings.external?.[id])),
      )
      .catch(() => undefined);
    return () => aborter.abort();
  }, [identityUrl, publishableKey]);
  const start = async (provider: Provider) => {
    const redirectTo = `${window.location.origin}/auth/callback?next=${encodeURIComponent(next)}`;
    await (await identity()).auth.signInWithOAuth({ provider, options: { redirectTo } });
  };
  if (enabled.length === 0) return null;
  return (
    <div className="grid gap-2">
      {enabled.map(({ id, name }) => (
        <Button key={id} onClick={() => start(id)}>
          {t("auth.signIn.with", { provider: name })}
        </Button>
      ))}
    </div>
  );
}
