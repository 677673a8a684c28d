"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { signIn } from "@/lib/client/auth";
import { resumeSession, sessionEnded } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";

/** Asks for the password over the page, so that forms below keep what was typed and waiting requests go on. */
export function SessionEnded({ email }: { email: string }) {
  const t = useT();
  const queries = useQueryClient();
  const ended = useStore(sessionEnded);
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
    setPassword("");
    setError(undefined);
    resumeSession();
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open={ended}
      onOpenChange={() => undefined}
      dismissable={false}
      title={t("session.ended.title")}
      description={t("session.ended.body")}
    >
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
    </Dialog>
  );
}
