"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { mailRecovery, recoverWithCode } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";
import { CodeForm } from "./code-form";
import { AuthForm, EmailField, FormError, TextLink, Title } from "./parts";
import { useAuthForm } from "./use-auth-form";

/** Requests a mail with which the user can choose a new password. */
export function RecoverForm() {
  const t = useT();
  const [email, setEmail] = useState("");
  const form = useAuthForm(() => mailRecovery(email), "/");
  if (form.sent) {
    return (
      <CodeForm
        text={t("auth.sent.body", { email })}
        action={t("auth.code.recover")}
        run={(code) => recoverWithCode(email, code)}
        next="/reset-password"
        onBack={form.reset}
      />
    );
  }
  return (
    <AuthForm onSubmit={form.submit}>
      <div className="grid gap-2">
        <Title>{t("auth.recover.title")}</Title>
        <p className="text-muted">{t("auth.recover.body")}</p>
      </div>
      <EmailField value={email} onChange={setEmail} autoFocus />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="primary" busy={form.busy}>
        {t("auth.recover.action")}
      </Button>
      <p className="border-line border-t pt-5 text-sm">
        <TextLink href="/sign-in">{t("action.back")}</TextLink>
      </p>
    </AuthForm>
  );
}
