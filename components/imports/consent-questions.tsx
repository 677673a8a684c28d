import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { SKIP, samples } from "@/lib/client/mapping";
import type { ImportTarget } from "@/lib/contacts/fields";

const ANSWERS = [
  { says: "out", field: "is_unsubscribed" },
  { says: "in", field: "is_subscribed" },
  { says: "no", field: SKIP },
] as const satisfies { says: string; field: ImportTarget | typeof SKIP }[];

/** Asks about every column that may say who opted out and would be left out: nobody gets mail by oversight. */
export function ConsentQuestions({ preview, onChange }: { preview: ImportPreview; onChange: ChangeDraft }) {
  const t = useT();
  const format = useFormat();
  return preview.draft.questions.map((header) => {
    const values = samples(preview, header);
    return (
      <Notice key={header} tone="warn" role="status">
        <p className="font-medium">{t("map.consent", { header })}</p>
        {values.length > 0 && <p>{t("map.consent.values", { values: format.list(values) })}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          {ANSWERS.map(({ says, field }) => (
            <Button key={says} size="sm" onClick={() => onChange({ columnMapping: { [header]: field } })}>
              {t(`map.consent.${says}`)}
            </Button>
          ))}
        </div>
      </Notice>
    );
  });
}
