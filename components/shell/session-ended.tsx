"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SecondFactor } from "@/components/auth/second-factor";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { needsSecondFactor, signIn } from "@/lib/client/auth";
import { resumeSession, sessionEnded } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";

/** Asks for the password over the page, so that forms below keep what was typed and waiting requests go on. */
export function SessionEnded({ email }: { email: string }) {
  const t = useT();
  const queries = useQueryClient();
  const ended = useStore(sessionEnded);
  const [half, setHalf] = useState(false);
  const goOn = async () => {
    setHalf(false);
    resumeSession();
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open={ended}
      onOpenChange={() => undefined}
      dismissable={false}
      title={t("session.ended.title")}
      description={t(half ? "auth.second.body" : "session.ended.body")}
    >
      {half ? (
        <SecondFactor onDone={() => void goOn()} />
      ) : (
        <PasswordForm email={email} onHalf={() => setHalf(true)} onDone={goOn} />
      )}
    </Dialog>
  );
}

interface PasswordFormProps {
  email: string;
  /** The password was right, and a second factor is wanted. */
  onHalf: () => void;
  onDone: () => Promise<void>;
}

function PasswordForm({ email, onHalf, onDone }: PasswordFormProps) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const outcome = await signIn(email, password).catch(
      () => ({ kind: "error", message: "auth.error.network" }) as const,
    );
    setBusy(false);
    if (outcome.kind === "error") return setError(t(outcome.message));
    if (outcome.kind === "session" && needsSecondFactor(outcome.session)) onHalf();
    else await onDone();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t("auth.email")}>
        {(props) => <Input {...props} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <Field label={t("auth.password")} error={error} required>
        {(props) => (
          <Input
            {...props}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button asChild variant="ghost">
          <a href="/sign-in">{t("session.ended.other")}</a>
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t("auth.signIn.action")}
        </Button>
      </DialogActions>
    </form>
  );
}
