"use client";

import { Button } from "@/components/ui/button";
import { KeyRound } from "@/components/ui/icons";
import { type Attempt, signInByProvider } from "@/lib/client/auth";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { ssoReason } from "@/lib/client/sso";

interface SingleSignOnProps {
  next: string;
  /** Starts it, and says why it failed. */
  attempt: (work: () => Attempt) => void;
}

/** Link to the OpenID provider of this server; nothing when it has none. */
export function SingleSignOn({ next, attempt }: SingleSignOnProps) {
  const t = useT();
  const name = useProviderName();
  if (name === null) return null;
  return (
    <Button onClick={() => attempt(() => signInByProvider(next))}>
      <KeyRound aria-hidden="true" /> {t("auth.signIn.with", { provider: name })}
    </Button>
  );
}

/** Why the provider's answer returned to this page, in the user's language; undefined for a code that we do not send. */
export function useSsoFailure(code: string | undefined): string | undefined {
  const t = useT();
  const name = useProviderName();
  const reason = ssoReason(code);
  return reason && name !== null ? t(reason, { provider: name }) : undefined;
}

function useProviderName(): string | null {
  const t = useT();
  const { singleSignOn } = useConfig();
  return singleSignOn && (singleSignOn.name ?? t("auth.sso"));
}
