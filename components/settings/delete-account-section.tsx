"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { useDeleteAccount } from "@/lib/client/life";
import { leaveDeletedWorkspace } from "@/lib/client/session";
import { CurrentPassword } from "./current-password";
import { Section } from "./section";

/** Deleting the account: its address to type, and the password. */
export function DeleteAccountSection({ email }: { email: string }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <Section id="delete-account" title={t("settings.leave")} body={t("settings.leave.body")}>
      <Button className="text-danger!" onClick={() => setAsking(true)}>
        {t("settings.leave.open")}
      </Button>
      {asking && <AskForProof email={email} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function AskForProof({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT();
  const remove = useDeleteAccount();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const ready = typed.trim().toLowerCase() === email.toLowerCase();
  const leave = async () => {
    await remove.mutateAsync({ email: typed.trim(), password });
    await leaveDeletedWorkspace();
  };
  const { submit, busy, error } = useForm(leave, (problem) => {
    const failure = ApiFailure.from(problem);
    return failure.code === "VALIDATION_ERROR" ? t("settings.leave.proof") : failure.say(t);
  });
  return (
    <Dialog
      open
      onOpenChange={() => busy || onClose()}
      title={t("settings.leave.title")}
      description={t("settings.leave.consequence")}
    >
      <form className="grid gap-3" onSubmit={submit}>
        <TextField
          label={t("confirm.type", { text: email })}
          autoComplete="off"
          value={typed}
          onText={setTyped}
        />
        <CurrentPassword
          hint={t("settings.leave.hint")}
          error={error}
          value={password}
          onText={setPassword}
        />
        <FormActions action={t("settings.leave")} onCancel={onClose} busy={busy} disabled={!ready} danger />
      </form>
    </Dialog>
  );
}
