"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { choosePassword } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";
import { AuthForm, FormError, PasswordField, TextLink, Title } from "./parts";
import { useAuthForm } from "./use-auth-form";

/** Sets a new password for the user whom a recovery link signed in. */
export function ResetForm() {
  const t = useT();
  const [password, setPassword] = useState("");
  const form = useAuthForm(() => choosePassword(password), "/");
  return (
    <AuthForm onSubmit={form.submit}>
      <Title>{t("auth.reset.title")}</Title>
      <PasswordField
        kind="new-password"
        label={t("auth.newPassword")}
        value={password}
        onChange={setPassword}
      />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="primary" busy={form.busy}>
        {t("auth.reset.action")}
      </Button>
      {form.error && <TextLink href="/recover">{t("auth.confirm.again")}</TextLink>}
    </AuthForm>
  );
}
