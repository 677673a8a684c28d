"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { useForm } from "@/components/ui/use-form";
import { needsSecondFactor, sayRefusal, signIn } from "@/lib/client/auth";
import { resumeSession, sessionEnded } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";

/** Not loaded with the first visit. */
const SecondFactor = late(() =>
  import("@/components/auth/second-factor").then((module) => module.SecondFactor),
);

/** Asks for the password in a dialog over the page: forms keep their input, and waiting requests continue. */
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
  /** The password was right, and a second factor is required. */
  onHalf: () => void;
  onDone: () => Promise<void>;
}

function PasswordForm({ email, onHalf, onDone }: PasswordFormProps) {
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
