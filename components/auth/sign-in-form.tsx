"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { KeyRound } from "@/components/ui/icons";
import { Notice } from "@/components/ui/state";
import { mailLink, signIn, signInByPasskey, signInWithCode } from "@/lib/client/auth";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { CodeForm } from "./code-form";
import { OAuthButtons } from "./oauth-buttons";
import { AuthForm, EmailField, FormError, PasswordField, TextLink, Title } from "./parts";
import { SingleSignOn, useSsoFailure } from "./single-sign-on";
import { useAuthForm } from "./use-auth-form";

interface SignInFormProps {
  next: string;
  workspaceDeleted: boolean;
  /** The parameter with which a sign-in at the OpenID provider returns here. */
  failure: string | undefined;
}

/** Sign-in by password, or by a mailed link or code. */
export function SignInForm({ next, workspaceDeleted, failure }: SignInFormProps) {
  const t = useT();
  const config = useConfig();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [wantsLink, setWantsLink] = useState(false);
  const form = useAuthForm(() => (wantsLink ? mailLink(email, next) : signIn(email, password)), next);
  const failed = useSsoFailure(failure);
  if (form.sent) {
    return (
      <CodeForm
        text={t("auth.sent.body", { email })}
        action={t("auth.code.action")}
        run={(code) => signInWithCode(email, code)}
        next={next}
        onBack={form.reset}
      />
    );
  }
  return (
    <AuthForm onSubmit={form.submit}>
      <Title>{t("auth.signIn.action")}</Title>
      {workspaceDeleted && <Notice role="status">{t("auth.signIn.deleted")}</Notice>}
      <OAuthButtons next={next} />
      <SingleSignOn next={next} attempt={form.attempt} />
      <EmailField value={email} onChange={setEmail} autoFocus />
      {!wantsLink && (
        <PasswordField
          kind="current-password"
          value={password}
          onChange={setPassword}
          aside={<TextLink href="/recover">{t("auth.signIn.forgot")}</TextLink>}
        />
      )}
      <FormError>{form.error ?? failed}</FormError>
      <div className="grid gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          {wantsLink ? t("auth.signIn.mail") : t("auth.signIn.action")}
        </Button>
        {config.passkeys && (
          <Button onClick={() => form.attempt(signInByPasskey)}>
            <KeyRound aria-hidden="true" /> {t("auth.signIn.passkey")}
          </Button>
        )}
        <Button variant="ghost" onClick={() => setWantsLink(!wantsLink)}>
          {wantsLink ? t("auth.signIn.usePassword") : t("auth.signIn.link")}
        </Button>
      </div>
      {config.signUp.kind !== "closed" && (
        <p className="border-line border-t pt-5 text-muted text-sm">
          {t("auth.signIn.new")} <TextLink href="/sign-up">{t("auth.signIn.create")}</TextLink>
        </p>
      )}
    </AuthForm>
  );
}
