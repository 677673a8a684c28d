"use client";

import { useState } from "react";
import { toast } from "sonner";
import { sayRefusal } from "@/lib/client/auth";
import { proofWanted } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { ProofDialog } from "./proof-dialog";

/**
 * For actions for which the provider may require a new proof: `say` takes its failure, and `dialog` then asks the user
 * to reauthenticate. `onProved` is called once that succeeded.
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
  /** The same, and shows what it says. */
  const tell = (reason: unknown) => {
    const said = say(reason);
    if (said) toast.error(said);
    return said;
  };
  return { say, tell, dialog: kind && <ProofDialog kind={kind} onProved={proved} onClose={close} /> };
}
