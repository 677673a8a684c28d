"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Dialog } from "@/components/ui/dialog";
import { NameForm } from "@/components/ui/name-form";
import { addPasskey, factorsChanged, proofWanted, renamePasskey, sayRefusal } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

/** A name, then the browser makes the passkey; then the recovery codes, where there are none yet. */
export function AddPasskeyDialog({ hasCodes, onClose }: { hasCodes: boolean; onClose: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const [name, setName] = useState(t("factors.passkey"));
  const [proof, setProof] = useState<ReturnType<typeof proofWanted>>(null);
  const [done, setDone] = useState(false);
  const form = useAttempt();
  const add = () =>
    form.run(async () => {
      try {
        await addPasskey(name.trim());
      } catch (reason) {
        setProof(proofWanted(reason));
        if (proofWanted(reason)) return;
        throw reason;
      }
      toast.success(t("factors.passkey.done"));
      void factorsChanged(queries);
      if (hasCodes) onClose();
      else setDone(true);
    });
  if (done) return <RecoveryCodesDialog replace={false} onClose={onClose} />;
  if (proof) {
    // The browser makes passkeys at a press of a button only: the form comes back for it.
    return <ProofDialog kind={proof} onProved={() => setProof(null)} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("factors.passkey.title")}
      description={t("factors.passkey.body")}
    >
      <NameForm
        label={t("factors.app.name")}
        hint={t("factors.app.name.hint")}
        {...form}
        name={name}
        onName={setName}
        action={t("factors.passkey.action")}
        onSubmit={add}
        onClose={onClose}
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
  const [name, setName] = useState(factor.friendly_name || t("factors.passkey"));
  const form = useAttempt();
  const rename = () =>
    form.run(async () => {
      await renamePasskey(factor.id, name.trim());
      toast.success(t("factors.renamed"));
      onClose();
    });
  return (
    <Dialog open onOpenChange={onClose} title={t("factors.rename.title")}>
      <NameForm
        label={t("factors.app.name")}
        hint={t("factors.app.name.hint")}
        {...form}
        name={name}
        onName={setName}
        action={t("factors.rename.action")}
        onSubmit={rename}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Something that works, or says why not. */
function useAttempt() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch((reason) => setError(t(sayRefusal(reason))));
    setBusy(false);
  };
  return { busy, error, run };
}
