"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { needsSecondFactor, sayRefusal, signIn } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";

interface PasswordFormProps {
  email: string;
  /** The password was right, and a second factor is required. */
  onHalf: () => void;
  onDone: () => Promise<void>;
}

/** Signs the user of this tab in again. */
export function PasswordForm({ email, onHalf, onDone }: PasswordFormProps) {
  const t = useT();
  const [password, setPassword] = useState("");
  const enter = async () => {
    const session = await signIn(email, password);
    if (needsSecondFactor(session)) onHalf();
    else await onDone();
  };
  const { submit, busy, error } = useForm(enter, (reason) => t(sayRefusal(reason)));
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label={t("contacts.field.email")}
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        onText={() => undefined}
      />
      <TextField
        label={t("auth.password")}
        error={error}
        required
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onText={setPassword}
      />
      <FormActions action={t("auth.signIn.action")} busy={busy}>
        <Button asChild variant="ghost">
          <a href="/sign-in">{t("session.ended.other")}</a>
        </Button>
      </FormActions>
    </form>
  );
}
