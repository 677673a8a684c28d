"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { confirmSignUp, signUp } from "@/lib/client/auth";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { CodeForm } from "./code-form";
import { OAuthButtons } from "./oauth-buttons";
import { AuthForm, EmailField, FormError, PasswordField, TextLink, Title } from "./parts";
import { SingleSignOn } from "./single-sign-on";
import { useAuthForm } from "./use-auth-form";

export function SignUpForm() {
  const { signUp } = useConfig();
  return signUp.kind === "closed" ? <Closed /> : <OpenForm />;
}

function Closed() {
  const t = useT();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{t("auth.signUp.title")}</Title>
        <p className="text-muted">{t("auth.signUp.closed")}</p>
      </div>
      <TextLink href="/sign-in">{t("auth.signIn.action")}</TextLink>
    </div>
  );
}

function OpenForm() {
  const t = useT();
  const config = useConfig();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const form = useAuthForm(() => signUp(email, password), "/");
  if (form.sent) {
    return (
      <CodeForm
        text={t("auth.sent.confirm", { email })}
        action={t("auth.code.confirm")}
        run={(code) => confirmSignUp(email, code, password)}
        next="/"
        onBack={form.reset}
      />
    );
  }
  return (
    <AuthForm onSubmit={form.submit}>
      <Title>{t("auth.signUp.title")}</Title>
      {config.signUp.kind === "domains" && (
        <p className="text-muted text-sm">
          {t("auth.signUp.domains", { domains: config.signUp.domains.join(", ") })}
        </p>
      )}
      <OAuthButtons next="/" />
      <SingleSignOn next="/" attempt={form.attempt} />
      <EmailField value={email} onChange={setEmail} autoFocus />
      <PasswordField kind="new-password" value={password} onChange={setPassword} />
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="primary" busy={form.busy}>
        {t("auth.signUp.action")}
      </Button>
      <p className="border-line border-t pt-5 text-muted text-sm">
        {t("auth.signUp.known")} <TextLink href="/sign-in">{t("auth.signIn.action")}</TextLink>
      </p>
    </AuthForm>
  );
}
