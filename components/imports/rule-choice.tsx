"use client";

import { ChevronDown } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import type { ImportDraft } from "@/lib/client/import-draft";
import { SKIP } from "@/lib/client/mapping";

export type ColumnRule = ImportDraft["options"]["rules"][string];
const RULES = ["overwrite", "fill", "never"] as const satisfies ColumnRule[];
/** The address identifies the contact, and an opt-out always counts: they have no rule. */
const WITHOUT = [SKIP, "email", "is_unsubscribed", "is_subscribed"];

/** What a column may do to an existing contact: in a word, and in full where it is chosen. */
export function RuleChoice({
  header,
  field,
  rule,
  onRule,
}: {
  header: string;
  field: string;
  rule: ColumnRule;
  onRule: (rule: ColumnRule) => void;
}) {
  const t = useT();
  const sayRule = useRuleName(field);
  if (WITHOUT.includes(field)) return null;
  return (
    <span
      title={sayRule(rule)}
      className="relative inline-flex min-h-6 self-center justify-self-start max-w-full items-center gap-1 rounded-sm text-muted text-sm outline-offset-2 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11 xl:col-start-5 xl:row-start-1"
    >
      <span aria-hidden="true" className="truncate">
        {t(field === "tags" ? `map.rule.tags.${rule}.short` : `map.rule.${rule}.short`)}
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
      <select
        aria-label={t("map.rule.for", { header })}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
        value={rule}
        onChange={({ target }) => onRule(RULES.find((one) => one === target.value) ?? "overwrite")}
      >
        {RULES.map((one) => (
          <option key={one} value={one}>
            {sayRule(one)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The rule of a column beside its field, if it is not the default. */
export function OwnRule({ field, rule = "overwrite" }: { field: string; rule: ColumnRule | undefined }) {
  const sayRule = useRuleName(field);
  if (rule === "overwrite" || WITHOUT.includes(field)) return null;
  return <span className="block text-muted">{sayRule(rule)}</span>;
}

function useRuleName(field: string): (rule: ColumnRule) => string {
  const t = useT();
  return (rule) => (field === "tags" ? t(`map.rule.tags.${rule}`) : t(`map.rule.${rule}`));
}
