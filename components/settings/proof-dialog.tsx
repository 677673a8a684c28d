"use client";

import { useState } from "react";
import { CodeField } from "@/components/auth/code-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { useForm } from "@/components/ui/use-form";
import { mailProof, sayRefusal } from "@/lib/client/auth";
import { proveAgain } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { CurrentPassword } from "./current-password";

interface ProofProps {
  /** `mail`: only by a mailed code, because the mailbox is what is to be proved. */
  kind: "any" | "mail";
  onProved: () => void;
  onClose: () => void;
}

/** Asks the user to reauthenticate before factors are changed or sessions ended. */
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
  const [value, setValue] = useState("");
  const [byCode, setByCode] = useState(false);
  const prove = async () => {
    await proveAgain(byCode ? { nonce: value.trim() } : { current_password: value });
    onProved();
  };
  const mail = async () => {
    await mailProof();
    setValue("");
    setByCode(true);
  };
  const { busy, error, run, submit } = useForm(prove, (reason) => t(sayRefusal(reason)));
  const mailOnly = kind === "mail" && !byCode;
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {byCode && <CodeField value={value} onChange={setValue} error={error} />}
      {!byCode && kind === "any" && (
        <CurrentPassword required value={value} onText={setValue} error={error} />
      )}
      {mailOnly && error && <p className="text-danger text-sm">{error}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t("action.cancel")}</Button>
        {!byCode && (
          <Button variant={mailOnly ? "primary" : "secondary"} busy={busy} onClick={() => void run(mail)}>
            {t("factors.proof.mail")}
          </Button>
        )}
        {!mailOnly && (
          <Button type="submit" variant="primary" busy={busy} disabled={!value.trim()}>
            {t("auth.second.action")}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
