"use client";

import { type FormEvent, useState } from "react";
import { CodeField } from "@/components/auth/code-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { mailProof } from "@/lib/client/auth";
import { proveAgain } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";

interface ProofProps {
  /** `mail`: by a mailed code only, because it is the mailbox that is to be proved. */
  kind: "any" | "mail";
  onProved: () => void;
  onClose: () => void;
}

/** Asks anew who is there, before factors change or sessions end. */
export function ProofDialog({ kind, onProved, onClose }: ProofProps) {
  const t = useT();
  const body = t(kind === "mail" ? "factors.proof.mailbox" : "factors.proof.body");
  return (
    <Dialog open onOpenChange={onClose} title={t("factors.proof.title")} description={body}>
      <ProofForm kind={kind} onProved={onProved} onClose={onClose} />
    </Dialog>
  );
}

function ProofForm({ kind, onProved, onClose }: ProofProps) {
  const t = useT();
  const form = useProof(onProved);
  const mailOnly = kind === "mail" && !form.byCode;
  return (
    <form className="grid gap-4" onSubmit={form.submit}>
      {form.byCode && <CodeField value={form.value} onChange={form.setValue} error={form.error} />}
      {!form.byCode && kind === "any" && (
        <Field label={t("settings.account.current")} error={form.error} required>
          {(props) => (
            <Input
              {...props}
              type="password"
              autoComplete="current-password"
              value={form.value}
              onChange={(event) => form.setValue(event.target.value)}
            />
          )}
        </Field>
      )}
      {mailOnly && form.error && <p className="text-danger text-sm">{form.error}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t("action.cancel")}</Button>
        {!form.byCode && (
          <Button variant={mailOnly ? "primary" : "secondary"} busy={form.busy} onClick={form.mail}>
            {t("factors.proof.mail")}
          </Button>
        )}
        {!mailOnly && (
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.value.trim()}>
            {t("factors.proof.action")}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

function useProof(onProved: () => void) {
  const t = useT();
  const [value, setValue] = useState("");
  const [byCode, setByCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const settle = async (work: () => Promise<string | undefined>) => {
    if (busy) return;
    setBusy(true);
    const refusal = await work().catch(() => t("auth.error.network"));
    setBusy(false);
    setError(refusal);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void settle(async () => {
      const refusal = await proveAgain(byCode ? { nonce: value.trim() } : { current_password: value });
      if (refusal) return t(refusal);
      onProved();
    });
  };
  const mail = () =>
    void settle(async () => {
      const outcome = await mailProof();
      if (outcome.kind === "error") return t(outcome.message);
      setValue("");
      setByCode(true);
    });
  return { value, setValue, byCode, busy, error, submit, mail };
}
