"use client";

import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { useT } from "@/lib/client/i18n";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import type { DraftChanges } from "@/lib/client/imports";

/** Whether another reading of the file, which has other rows, discards work on the rows of this one. */
function isWorkLost({ corrections, options: { leaveOut } }: ImportDraft): boolean {
  return corrections.rows + corrections.rules.length + leaveOut.rows.length > 0;
}

/** Changes a draft, and asks before the file is read differently if that discards what was done by hand. */
export function useAskBeforeReading(draft: ImportDraft, onChange: ChangeDraft) {
  const t = useT();
  const [asked, setAsked] = useState<DraftChanges | null>(null);
  const change: ChangeDraft = (part) => (part.dialect && isWorkLost(draft) ? setAsked(part) : onChange(part));
  const question: ReactNode = asked && (
    <Confirm
      onClose={() => setAsked(null)}
      title={t("map.reread.title")}
      description={t("map.reread.body")}
      action={t("map.reread.action")}
      onConfirm={() => onChange(asked)}
    />
  );
  return { change, question };
}
