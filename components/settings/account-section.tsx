"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CodeField } from "@/components/auth/code-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { choosePassword, mailProof, sayRefusal } from "@/lib/client/auth";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { CurrentPassword } from "./current-password";
import { Section } from "./section";

/** A new password, together with the current one or, for users who have none or forgot it, a mailed code. */
export function AccountSection({ email }: { email: string }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [proof, setProof] = useState("");
  const [byCode, setByCode] = useState(false);
  const change = async () => {
    await choosePassword(password, byCode ? { nonce: proof.trim() } : { current_password: proof });
    setPassword("");
    turn(false, t("settings.account.passwordChanged"));
  };
  const mailCode = async () => {
    await mailProof();
    turn(true, t("settings.account.codeSent"));
  };
  const turn = (toCode: boolean, said: string) => {
    setProof("");
    setByCode(toCode);
    toast.success(said);
  };
  const { submit, run, busy, error } = useForm(change, (reason) => t(sayRefusal(reason)));
  return (
    <Section id="account" title={t("nav.account")} body={t("settings.account.body", { email })}>
      <form className="grid gap-3" onSubmit={submit}>
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        {byCode ? (
          <CodeField value={proof} onChange={setProof} />
        ) : (
          <CurrentPassword required value={proof} onText={setProof} />
        )}
        <TextField
          label={t("auth.newPassword")}
          hint={t("auth.password.hint")}
          error={error}
          type="password"
          autoComplete="new-password"
          minLength={8}
          value={password}
          onText={setPassword}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} disabled={password.length < 8 || !proof}>
            {t("settings.account.password")}
          </Button>
          {!byCode && (
            <Button variant="ghost" onClick={() => void run(mailCode)}>
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
