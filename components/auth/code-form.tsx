"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { Attempt } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";
import { AuthForm, FormError, MailSent } from "./parts";
import { useAuthForm } from "./use-auth-form";

interface CodeFormProps {
  /** What was sent, and where. */
  text: string;
  action: string;
  run: (code: string) => Attempt;
  next: string;
  onBack: () => void;
}

/** After a mail was sent: its code can be typed in here, if the mail is open on another device. */
export function CodeForm({ text, action, run, next, onBack }: CodeFormProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const form = useAuthForm(() => run(code.trim()), next);
  return (
    <MailSent text={text}>
      <AuthForm onSubmit={form.submit}>
        <CodeField value={code} onChange={setCode} />
        <FormError>{form.error}</FormError>
        <div className="grid gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            {action}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t("auth.sent.again")}
          </Button>
        </div>
      </AuthForm>
    </MailSent>
  );
}

interface CodeFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** Six digits, from a mail or an app. */
export function CodeField({ label, value, onChange, error }: CodeFieldProps) {
  const t = useT();
  return (
    <TextField
      label={label ?? t("auth.code")}
      required
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="figures tracking-[0.2em]"
      maxLength={10}
      value={value}
      onText={onChange}
    />
  );
}
