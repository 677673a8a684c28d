"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { CodeField } from "@/components/auth/code-form";
import { Button } from "@/components/ui/button";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Copy } from "@/components/ui/icons";
import { NameForm } from "@/components/ui/name-form";
import { useCopy } from "@/components/ui/use-copy";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { sayRefusal } from "@/lib/client/auth";
import { beginApp, factorsChanged, showCode } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { useProof } from "./use-proof";

type Begun = Awaited<ReturnType<typeof beginApp>>;

/** Name, picture and key, first code; then the recovery codes, if there are none yet. */
export function AddAppDialog({ hasCodes, onClose }: { hasCodes: boolean; onClose: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const [name, setName] = useState(t("factors.app"));
  const [begun, setBegun] = useState<Begun | null>(null);
  const [done, setDone] = useState(false);
  const proof = useProof({ onProved: () => form.run(), onClose });
  const form = useForm(async () => setBegun(await beginApp(name.trim())), proof.say);
  const close = useWhileShown(onClose);
  const added = () => {
    toast.success(t("factors.app.done"));
    void factorsChanged(queries);
    if (hasCodes) close();
    else setDone(true);
  };
  if (done) return <RecoveryCodesDialog replace={false} onClose={onClose} />;
  if (proof.dialog) return proof.dialog;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("factors.app.title")}
      {...(begun && { description: t("factors.app.scan") })}
    >
      {begun ? (
        <Scan begun={begun} onAdded={added} onClose={onClose} />
      ) : (
        <NameForm
          label={t("factors.app.name")}
          hint={t("factors.app.name.hint")}
          name={name}
          onName={setName}
          action={t("factors.app.start")}
          onClose={onClose}
          {...form}
        />
      )}
    </Dialog>
  );
}

function Scan({ begun, onAdded, onClose }: { begun: Begun; onAdded: () => void; onClose: () => void }) {
  const t = useT();
  const [code, setCode] = useState("");
  const show = async () => {
    await showCode(begun.id, code);
    onAdded();
  };
  const { submit, busy, error } = useForm(show, (reason) => t(sayRefusal(reason)));
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Secret begun={begun} />
      <CodeField label={t("auth.second.code")} value={code} onChange={setCode} error={error} />
      <FormActions
        action={t("factors.app.verify")}
        onCancel={onClose}
        busy={busy}
        disabled={code.replace(/\s/g, "").length < 6}
      />
    </form>
  );
}

/** The secret to scan, and as text for an app on the same device. */
function Secret({ begun }: { begun: Begun }) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className="flex flex-wrap items-center gap-4">
      {/* biome-ignore lint/performance/noImgElement: a picture that came with the answer */}
      <img
        src={begun.picture}
        alt={t("factors.app.picture")}
        width={176}
        height={176}
        className="rounded-md border border-line bg-white"
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-sm">{t("factors.app.secret")}</p>
        <code className="mt-1 block select-all break-words font-mono text-sm">
          {begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
        <Button size="sm" variant="ghost" className="-ml-2.5 mt-1" onClick={() => copy(begun.secret)}>
          <Copy aria-hidden="true" /> {t("factors.app.copy")}
        </Button>
      </div>
    </div>
  );
}
