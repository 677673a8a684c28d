"use client";

import { useState } from "react";
import { sayRefusal } from "@/lib/client/auth";
import { proofWanted } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { ProofDialog } from "./proof-dialog";

/**
 * For work that the provider may want a new proof for: `say` takes its failure, and `dialog` then asks who is there.
 * `onProved` is called with that proved.
 */
export function useProof({ onProved, onClose }: { onProved?: () => unknown; onClose?: () => void }) {
  const t = useT();
  const [kind, setKind] = useState<ReturnType<typeof proofWanted>>(null);
  const say = (reason: unknown) => {
    const wanted = proofWanted(reason);
    setKind(wanted);
    return wanted ? undefined : t(sayRefusal(reason));
  };
  const close = () => {
    setKind(null);
    onClose?.();
  };
  const proved = () => {
    setKind(null);
    void onProved?.();
  };
  return { say, dialog: kind && <ProofDialog kind={kind} onProved={proved} onClose={close} /> };
}
