"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Copy, Download } from "@/components/ui/icons";
import { LoadingBar } from "@/components/ui/state";
import { useCopy } from "@/components/ui/use-copy";
import { saveBlob } from "@/lib/client/api";
import { makeRecoveryCodes } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { useProof } from "./use-proof";

/** Creates recovery codes and shows them the only time they can be seen. Closes by itself where none are offered. */
export function RecoveryCodesDialog({ replace, onClose }: { replace: boolean; onClose: () => void }) {
  const t = useT();
  const { codes, proof } = useNewCodes(replace, onClose);
  if (proof) return proof;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={codes === null}
      title={t("factors.codes.title")}
      description={t("factors.codes.body")}
    >
      {codes ? <Codes codes={codes} onClose={onClose} /> : <LoadingBar height="h-32" />}
    </Dialog>
  );
}

function useNewCodes(replace: boolean, onClose: () => void) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const proof = useProof({ onProved: () => make(), onClose });
  const make = async () => {
    try {
      const made = await makeRecoveryCodes(replace);
      if (made) setCodes(made);
      else onClose();
    } catch (error) {
      if (proof.tell(error)) onClose();
    }
  };
  // Once: a second call would be refused, or would invalidate the codes that are being shown.
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void make();
  });
  return { codes, proof: proof.dialog };
}

function Codes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useT();
  const copy = useCopy();
  const written = codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
  const text = `${written.join("\n")}\n`;
  const save = () =>
    saveBlob({ blob: new Blob([text], { type: "text/plain" }), filename: "kith-recovery-codes.txt" });
  return (
    <>
      <ul
        aria-label={t("factors.codes")}
        className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono text-sm sm:grid-cols-2"
      >
        {written.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => copy(text)}>
          <Copy aria-hidden="true" /> {t("factors.codes.copy")}
        </Button>
        <Button onClick={save}>
          <Download aria-hidden="true" /> {t("factors.codes.download")}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t("factors.codes.done")}
        </Button>
      </DialogActions>
    </>
  );
}
