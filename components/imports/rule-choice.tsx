"use client";

import { ChevronDown } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import type { ImportDraft } from "@/lib/client/import-draft";
import { SKIP } from "@/lib/client/mapping";

export type ColumnRule = ImportDraft["options"]["rules"][string];
const RULES = ["overwrite", "fill", "never"] as const satisfies ColumnRule[];
/** The address identifies the contact, and an opt-out always counts: they have no rule. */
const WITHOUT = [SKIP, "email", "is_unsubscribed", "is_subscribed"];

/** What a column may do to an existing contact. */
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
    <span className="relative inline-flex w-fit max-w-full">
      <select
        aria-label={t("map.rule.for", { header })}
        className="min-h-6 max-w-full appearance-none truncate rounded-sm bg-transparent pr-5 pl-1 text-muted text-sm hover:text-ink touch:min-h-11"
        value={rule}
        onChange={({ target }) => onRule(RULES.find((one) => one === target.value) ?? "overwrite")}
      >
        {RULES.map((one) => (
          <option key={one} value={one}>
            {sayRule(one)}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-0.5 size-3.5 -translate-y-1/2 text-faint"
      />
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
