"use client";

import { Button } from "@/components/ui/button";
import { Check, X } from "@/components/ui/icons";
import type { CorrectionRule } from "@/lib/client/corrections";
import { useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import { sayProposal, sayReason } from "./words";

interface AppliedProps {
  corrections: ImportPreview["draft"]["corrections"];
  /** Of the corrected rows, those that are rejected all the same. */
  stillWrong: number;
  onTakeBack: (rule: CorrectionRule) => void;
  onDiscard: () => void;
}

/** How many rows are corrected; of those that were edited, if some are still rejected. */
export function sayCorrected(t: Translate, rows: number, stillWrong: number): string {
  const right = Math.max(0, rows - stillWrong);
  if (right === rows) return t("mend.applied.rows", { count: rows });
  return t("mend.applied.some", { right, count: rows });
}

/** The corrections so far, with ways to revert them. */
export function Applied({ corrections: { rows, rules }, stillWrong, onTakeBack, onDiscard }: AppliedProps) {
  const t = useT();
  const nameOf = (rule: CorrectionRule) =>
    `${rule.column ?? sayReason(t, rule)}: ${sayProposal(t, rule.proposal)}`;
  return (
    <ul aria-label={t("mend.applied")} className="sheet divide-y divide-line text-sm">
      {rules.map((rule) => (
        <li key={nameOf(rule)} className="flex items-center gap-3 px-4 py-1.5">
          <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />
          <span className="wrap-anywhere min-w-0 flex-1">{nameOf(rule)}</span>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("mend.takeBack.rule", { rule: nameOf(rule) })}
            onClick={() => onTakeBack(rule)}
          >
            {t("mend.takeBack")}
          </Button>
        </li>
      ))}
      <li className="flex items-center gap-3 px-4 py-1.5">
        {rows > stillWrong && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
        <span className="min-w-0 flex-1">{rows > 0 && sayCorrected(t, rows, stillWrong)}</span>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          <X aria-hidden="true" /> {t("mend.discard")}
        </Button>
      </li>
    </ul>
  );
}
