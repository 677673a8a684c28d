"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Dialog } from "@/components/ui/dialog";
import { NameForm } from "@/components/ui/name-form";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { sayRefusal } from "@/lib/client/auth";
import { addPasskey, factorsChanged, renamePasskey } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { useProof } from "./use-proof";

/** A name, then the browser creates the passkey; then the recovery codes, if there are none yet. */
export function AddPasskeyDialog({ hasCodes, onClose }: { hasCodes: boolean; onClose: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const [name, setName] = useState(t("factors.passkey"));
  const [done, setDone] = useState(false);
  const close = useWhileShown(onClose);
  // Browsers create passkeys only on a click: after the proof, the form returns for it.
  const proof = useProof({ onClose });
  const form = useForm(async () => {
    await addPasskey(name.trim());
    toast.success(t("factors.passkey.done"));
    void factorsChanged(queries);
    if (hasCodes) close();
    else setDone(true);
  }, proof.say);
  if (done) return <RecoveryCodesDialog replace={false} onClose={onClose} />;
  if (proof.dialog) return proof.dialog;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("factors.addPasskey")}
      description={t("factors.passkey.body")}
    >
      <NameForm
        label={t("factors.app.name")}
        hint={t("factors.app.name.hint")}
        name={name}
        onName={setName}
        action={t("factors.passkey.action")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}

interface RenameProps {
  factor: { id: string; friendly_name?: string };
  onClose: () => void;
}

export function RenamePasskeyDialog({ factor, onClose }: RenameProps) {
  const t = useT();
  const queries = useQueryClient();
  const [name, setName] = useState(factor.friendly_name || t("factors.passkey"));
  const close = useWhileShown(onClose);
  const rename = async () => {
    await renamePasskey(factor.id, name.trim());
    toast.success(t("factors.renamed"));
    void factorsChanged(queries);
    close();
  };
  const form = useForm(rename, (reason) => t(sayRefusal(reason)));
  return (
    <Dialog open onOpenChange={onClose} title={t("factors.rename.title")}>
      <NameForm
        label={t("factors.app.name")}
        hint={t("factors.app.name.hint")}
        name={name}
        onName={setName}
        action={t("factors.rename.action")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}
