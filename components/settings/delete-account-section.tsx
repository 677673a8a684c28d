"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { useDeleteAccount } from "@/lib/client/life";
import { leaveDeletedWorkspace } from "@/lib/client/session";
import { Section } from "./section";

/** The end of an account: its address to type, and the password. */
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
  const [leaving, setLeaving] = useState(false);
  const [error, setError] = useState<string>();
  const ready = typed.trim().toLowerCase() === email.toLowerCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || leaving) return;
    setLeaving(true);
    try {
      await remove.mutateAsync({ email: typed.trim(), password });
      await leaveDeletedWorkspace();
    } catch (problem) {
      setLeaving(false);
      const failure = ApiFailure.from(problem);
      setError(failure.code === "VALIDATION_ERROR" ? t("settings.leave.proof") : failure.say(t));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !leaving && onClose()}
      title={t("settings.leave.title")}
      description={t("settings.leave.consequence")}
    >
      <form className="grid gap-3" onSubmit={submit}>
        <Field label={t("confirm.type", { text: email })}>
          {(props) => (
            <Input
              {...props}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <PasswordField value={password} onChange={setPassword} error={error} />
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="danger" busy={leaving} disabled={!ready}>
            {t("settings.leave.action")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function PasswordField({ value, onChange, error }: PasswordFieldProps) {
  const t = useT();
  return (
    <Field label={t("settings.account.current")} hint={t("settings.leave.hint")} error={error}>
      {(props) => (
        <Input
          {...props}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
