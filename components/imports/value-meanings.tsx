"use client";

import { Button } from "@/components/ui/button";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import type { Translate } from "@/lib/client/messages/catalogue";
import { isConsentTarget } from "@/lib/contacts/fields";
import {
  type Meaning,
  type OptOutValues,
  toldMeaning,
  withMeaning,
} from "@/lib/imports/mapping/opt-out-values";
import { own } from "@/lib/own";

const MEANINGS = ["out", "not"] as const satisfies Meaning[];
/** With this many values it may be free text. */
const MANY = 5;

interface ValueMeaningsProps {
  header: string;
  /** The values as they are named; with the text to show instead, if that says more. */
  values: { value: string; label?: string }[];
  draft: ImportDraft;
  onChange: ChangeDraft;
}

/** Lets the user say what the values of a consent column mean, with one click each. A second click removes the meaning. */
export function ValueMeanings({ header, values, draft, onChange }: ValueMeaningsProps) {
  const t = useT();
  const told = own(draft.options.optOutValues, header) ?? { out: [], not: [] };
  const say = (next: typeof told) => onChange({ options: { optOutValues: { [header]: next } } });
  return (
    <ul className="my-2 grid gap-1.5" aria-label={header}>
      {values.map(({ value, label = valueName(t, value) }) => (
        <Answers
          key={value}
          label={label}
          meaning={toldMeaning(told, value)}
          onSay={(meaning) => say(withMeaning(told, value, meaning))}
        />
      ))}
      {(values.length >= MANY || told.others) && (
        <Answers
          label={t("map.value.others")}
          meaning={told.others ?? null}
          onSay={(others) => say({ ...told, others: others ?? undefined })}
        />
      )}
    </ul>
  );
}

/** The same where it is only shown: beside the field of a column. */
export function SaidValues({ field, told }: { field: string; told: OptOutValues | undefined }) {
  const t = useT();
  const format = useFormat();
  if (!told || !isConsentTarget(field)) return null;
  const said = MEANINGS.map((meaning) => ({
    meaning: t(`map.value.${meaning}`),
    values: [
      ...told[meaning].map((value) => valueName(t, value)),
      ...(told.others === meaning ? [t("map.value.others")] : []),
    ],
  }));
  return said
    .filter(({ values }) => values.length > 0)
    .map(({ meaning, values }) => (
      <span key={meaning} className="block text-muted">
        {t("map.value.means", { value: format.list(values), meaning })}
      </span>
    ));
}

const valueName = (t: Translate, value: string) =>
  value === "" ? t("map.value.empty") : t("map.value", { value });

interface AnswersProps {
  label: string;
  meaning: Meaning | null;
  onSay: (meaning: Meaning | null) => void;
}

function Answers({ label, meaning, onSay }: AnswersProps) {
  const t = useT();
  return (
    <li className="flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-1 sm:flex-nowrap">
      <bdi className="wrap-anywhere min-w-0">{label}</bdi>
      <span className="ms-auto flex shrink-0 gap-1.5">
        {MEANINGS.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === meaning ? "primary" : "secondary"}
            // As wide as the other: nothing moves when it is pressed.
            className="border"
            aria-pressed={one === meaning}
            aria-label={t("map.value.means", { value: label, meaning: t(`map.value.${one}`) })}
            onClick={() => onSay(one === meaning ? null : one)}
          >
            {t(`map.value.${one}`)}
          </Button>
        ))}
      </span>
    </li>
  );
}
