"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type CorrectionRule, isSameRule, type Reason } from "@/lib/client/corrections";
import { useT } from "@/lib/client/i18n";
import { sayProposal } from "./words";

/** Corrections for many rows at once, with how many. */
export function ForAll({
  reason: { code, column, proposals },
  checked,
  onApply,
}: {
  reason: Reason;
  /** Applied, and not reflected in the reason yet. */
  checked: CorrectionRule[];
  onApply: (rule: CorrectionRule) => Promise<unknown>;
}) {
  const t = useT();
  const [busy, setBusy] = useState<string>();
  const many = proposals.filter(({ rows }) => rows > 1);
  const apply = async (proposal: CorrectionRule["proposal"]) => {
    setBusy(proposal);
    await onApply({ code, column, proposal });
    setBusy(undefined);
  };
  const isChecked = (proposal: CorrectionRule["proposal"]) =>
    checked.some((rule) => isSameRule(rule, { code, column, proposal }));
  if (many.length === 0) return null;
  return (
    <fieldset aria-label={t("mend.forAll")} className="flex flex-wrap items-center gap-2">
      <span className="text-muted text-sm">{t("mend.forAll")}</span>
      {many.map(({ proposal, rows }) => (
        <Button
          key={proposal}
          size="sm"
          busy={busy === proposal || isChecked(proposal)}
          onClick={() => void apply(proposal)}
        >
          {t("mend.forAll.one", { what: sayProposal(t, proposal), count: rows })}
        </Button>
      ))}
    </fieldset>
  );
}
