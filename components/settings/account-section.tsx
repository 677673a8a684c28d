"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { choosePassword } from "@/lib/client/auth";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { Section } from "./section";

export function AccountSection({ email }: { email: string }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const outcome = await choosePassword(password).catch(
      () => ({ kind: "error", message: "auth.error.network" }) as const,
    );
    setBusy(false);
    if (outcome.kind === "error") return setError(t(outcome.message));
    setError(undefined);
    setPassword("");
    toast.success(t("settings.account.passwordChanged"));
  };
  return (
    <Section id="account" title={t("settings.account")} body={t("settings.account.body", { email })}>
      <form className="grid gap-3" onSubmit={submit}>
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        <Field label={t("auth.newPassword")} hint={t("auth.password.hint")} error={error}>
          {(props) => (
            <Input
              {...props}
              type="password"
              autoComplete="new-password"
              minLength={8}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} disabled={password.length < 8}>
            {t("settings.account.password")}
          </Button>
          <Button variant="ghost" onClick={() => void leave()}>
            {t("nav.signOut")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
