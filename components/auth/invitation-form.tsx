"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { LoadingBar } from "@/components/ui/state";
import { useForm } from "@/components/ui/use-form";
import { accessTo } from "@/lib/client/access";
import type { InvitationPreview } from "@/lib/client/api-types";
import { useConfig } from "@/lib/client/config";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import {
  acceptInvitation,
  forgetInvitation,
  keepInvitation,
  noteShown,
  previewInvitation,
  takeInvitation,
} from "@/lib/client/invitation";
import type { Translate } from "@/lib/client/messages/catalogue";
import { configureSession, signOut } from "@/lib/client/session";
import { switchWorkspace } from "@/lib/client/workspace-choice";
import { SWITCHES } from "@/lib/workspaces/roles";
import { AuthForm, FormError, TextLink, Title } from "./parts";

interface InvitationFormProps {
  /** The signed-in user's. */
  email: string | null;
  token: { value: string; expiresAt: number } | null;
}

/**
 * The page that an invitation's link opens: says to whom it was sent where it leads, and which account would join, and
 * lets it; reveals nothing to others.
 */
export function InvitationForm({ email, token }: InvitationFormProps) {
  const t = useT();
  const config = useConfig();
  configureSession({ ...config, token });
  const kept = useInvitation();
  const asked = usePreview(email ? kept : null);
  // Its link works no longer.
  const [isOver, setOver] = useState(false);
  const isGone = isOver || asked.failure?.status === 404;
  const invitation = isGone ? null : kept;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{t("invitation.title")}</Title>
        {isGone ? (
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
      {invitation === undefined || asked.isPending ? (
        <LoadingBar height="h-9" />
      ) : invitation === null ? (
        <TextLink href="/">{t("invitation.home")}</TextLink>
      ) : email ? (
        <>
          {asked.preview && <Told preview={asked.preview} />}
          <Answer {...{ email, invitation }} refused={asked.failure} onOver={() => setOver(true)} />
        </>
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

interface Asked {
  preview?: InvitationPreview;
  failure?: ApiFailure;
}

/** What the invitation says, or why it cannot be told. */
function usePreview(invitation: string | null | undefined): Asked & { isPending: boolean } {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    if (!invitation) return;
    previewInvitation(invitation).then(
      (preview) => {
        noteShown(invitation);
        setAsked({ preview });
      },
      (reason) => {
        const failure = ApiFailure.from(reason);
        if (failure.status === 404) forgetInvitation();
        if (failure.status === 403) noteShown(invitation);
        setAsked({ failure });
      },
    );
  }, [invitation]);
  return { ...asked, isPending: Boolean(invitation) && asked === undefined };
}

/** Where it leads, who sent it, and what one will be there. */
function Told({ preview }: { preview: InvitationPreview }) {
  const t = useT();
  const { workspace, invited_by: by, role } = preview;
  const not = role === "editor" ? SWITCHES.filter((name) => !preview[name]) : [];
  const lines = [
    [t("workspace.title"), workspace],
    ...(by === null ? [] : [[t("invitation.by"), by] as const]),
    [t("members.role"), [t(`role.${role}`), ...not.map((name) => t(`members.not.${name}`))].join(" · ")],
  ] as const;
  return (
    <dl className="sheet divide-y divide-line px-4">
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="wrap-anywhere min-w-0 text-right font-medium">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
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

/** That it is for another address, of which the API tells enough for whoever has it. */
function sayOther(t: Translate, { details }: ApiFailure, email: string): string {
  const address = typeof details === "object" && details && Reflect.get(details, "address");
  return typeof address === "string"
    ? t("invitation.otherAddress", { address, email })
    : t("invitation.other", { email });
}

interface AnswerProps {
  email: string;
  invitation: string;
  /** Why it could not be read. */
  refused: ApiFailure | undefined;
  onOver: () => void;
}

function Answer({ email, invitation, refused, onOver }: AnswerProps) {
  const t = useT();
  const isOther = refused?.status === 403;
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
    return failure.status === 403 ? sayOther(t, failure, email) : failure.say(t);
  });
  const decline = () => {
    forgetInvitation();
    window.location.assign("/");
  };
  const changeAccount = () => {
    keepInvitation(invitation);
    void signOut();
  };
  return (
    <AuthForm onSubmit={submit}>
      <FormError>{isOther ? sayOther(t, refused, email) : error}</FormError>
      {!isOther && (
        <Button type="submit" variant="primary" busy={busy}>
          <span className="truncate">{t("invitation.join", { email })}</span>
        </Button>
      )}
      <div className="flex justify-between gap-3">
        <Button variant="ghost" onClick={decline}>
          {t("invitation.later")}
        </Button>
        <Button variant="ghost" onClick={changeAccount}>
          {t("auth.second.other")}
        </Button>
      </div>
    </AuthForm>
  );
}
