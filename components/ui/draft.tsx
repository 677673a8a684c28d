"use client";

import { useState } from "react";
import { useUnsaved } from "@/lib/client/unsaved";
import { Discard } from "./dialog";

/** In a form that is part of a page: asks before leaving the page loses what was typed. */
export function Draft({ isUnsaved }: { isUnsaved: boolean }) {
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);
  useUnsaved({ has: () => isUnsaved, ask: (leave) => setLeaving({ leave }) });
  const discard = () => {
    setLeaving(null);
    leaving?.leave();
  };
  return leaving && <Discard onKeep={() => setLeaving(null)} onDiscard={discard} />;
}
