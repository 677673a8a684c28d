"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { CodeField } from "@/components/auth/code-form";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { choosePassword, mailProof, type Outcome } from "@/lib/client/auth";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { Section } from "./section";

export function AccountSection({ email }: { email: string }) {
  const t = useT();
  const form = usePasswordForm();
  return (
    <Section id="account" title={t("settings.account")} body={t("settings.account.body", { email })}>
      <form className="grid gap-3" onSubmit={form.submit}>
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        {form.byCode ? (
          <CodeField value={form.proof} onChange={form.setProof} />
        ) : (
          <Field label={t("settings.account.current")} required>
            {(props) => (
              <Input
                {...props}
                type="password"
                autoComplete="current-password"
                value={form.proof}
                onChange={(event) => form.setProof(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={t("auth.newPassword")} hint={t("auth.password.hint")} error={form.error}>
          {(props) => (
            <Input
              {...props}
              type="password"
              autoComplete="new-password"
              minLength={8}
              value={form.password}
              onChange={(event) => form.setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy} disabled={form.password.length < 8 || !form.proof}>
            {t("settings.account.password")}
          </Button>
          {!form.byCode && (
            <Button variant="ghost" onClick={form.mailCode}>
              {t("settings.account.byCode")}
            </Button>
          )}
          <Button variant="ghost" onClick={() => void leave()}>
            {t("nav.signOut")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** A new password, and with it the present one or, for who has none or forgot it, the code of a mail. */
function usePasswordForm() {
  const t = useT();
  const [password, setPassword] = useState("");
  const [proof, setProof] = useState("");
  const [byCode, setByCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const settle = async (work: Promise<Outcome>, done: () => void) => {
    setBusy(true);
    const outcome = await work.catch(() => ({ kind: "error", message: "auth.error.network" }) as const);
    setBusy(false);
    setError(outcome.kind === "error" ? t(outcome.message) : undefined);
    if (outcome.kind !== "error") done();
  };
  const changed = () => {
    setPassword("");
    setProof("");
    setByCode(false);
    toast.success(t("settings.account.passwordChanged"));
  };
  const mailed = () => {
    setProof("");
    setByCode(true);
    toast.success(t("settings.account.codeSent"));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = byCode ? { nonce: proof.trim() } : { current_password: proof };
    if (!busy) void settle(choosePassword(password, given), changed);
  };
  const mailCode = () => {
    if (!busy) void settle(mailProof(), mailed);
  };
  return { password, setPassword, proof, setProof, byCode, busy, error, submit, mailCode };
}
