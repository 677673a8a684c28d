"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { LoadingBar } from "@/components/ui/state";
import { useForm } from "@/components/ui/use-form";
import { accessTo } from "@/lib/client/access";
import { useConfig } from "@/lib/client/config";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { acceptInvitation, forgetInvitation, takeInvitation } from "@/lib/client/invitation";
import { configureSession, signOut } from "@/lib/client/session";
import { switchWorkspace } from "@/lib/client/workspace-choice";
import { AuthForm, FormError, TextLink, Title } from "./parts";

interface InvitationFormProps {
  /** The signed-in user's. */
  email: string | null;
  token: { value: string; expiresAt: number } | null;
}

/**
 * The page that an invitation's link opens: shows which account would join, and lets it; reveals nothing about the
 * workspace before.
 */
export function InvitationForm({ email, token }: InvitationFormProps) {
  const t = useT();
  const config = useConfig();
  configureSession({ ...config, token });
  const kept = useInvitation();
  // Its link works no longer.
  const [isOver, setOver] = useState(false);
  const invitation = isOver ? null : kept;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{t("invitation.title")}</Title>
        {isOver ? (
          <p role="alert" className="text-muted">
            {t("invitation.over")}
          </p>
        ) : (
          kept !== undefined && (
            <p className="text-muted">
              {t(kept === null ? "invitation.none" : email ? "invitation.body" : "invitation.first")}
            </p>
          )
        )}
      </div>
      {invitation === undefined ? (
        <LoadingBar height="h-9" />
      ) : invitation === null ? (
        <TextLink href="/">{t("invitation.home")}</TextLink>
      ) : email ? (
        <Answer email={email} invitation={invitation} onOver={() => setOver(true)} />
      ) : (
        <Doors />
      )}
    </div>
  );
}

/** Undefined until the browser has checked. */
function useInvitation(): string | null | undefined {
  const [invitation, setInvitation] = useState<string | null>();
  useEffect(() => setInvitation(takeInvitation()), []);
  return invitation;
}

function Doors() {
  const t = useT();
  const { signUp } = useConfig();
  return (
    <div className="grid gap-3">
      <Button variant="primary" asChild>
        <a href="/sign-in?next=/invitation">{t("auth.signIn.action")}</a>
      </Button>
      {signUp.kind !== "closed" && (
        <Button asChild>
          <a href="/sign-up">{t("auth.signUp.action")}</a>
        </Button>
      )}
    </div>
  );
}

function Answer({ email, invitation, onOver }: { email: string; invitation: string; onOver: () => void }) {
  const t = useT();
  const join = async () => {
    const joined = await acceptInvitation(invitation);
    if (joined) switchWorkspace(accessTo(joined, false));
  };
  const { submit, busy, error } = useForm(join, (reason) => {
    const failure = ApiFailure.from(reason);
    if (failure.status === 404) {
      forgetInvitation();
      onOver();
    }
    return failure.status === 403 ? t("invitation.other", { email }) : failure.say(t);
  });
  const decline = () => {
    forgetInvitation();
    window.location.assign("/");
  };
  return (
    <AuthForm onSubmit={submit}>
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" busy={busy}>
        <span className="truncate">{t("invitation.join", { email })}</span>
      </Button>
      <div className="flex justify-between gap-3">
        <Button variant="ghost" onClick={decline}>
          {t("invitation.later")}
        </Button>
        <Button variant="ghost" onClick={() => void signOut()}>
          {t("auth.second.other")}
        </Button>
      </div>
    </AuthForm>
  );
}
