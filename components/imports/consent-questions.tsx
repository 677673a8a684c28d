import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { SKIP, samples } from "@/lib/client/mapping";
import type { MessageKey } from "@/lib/client/messages/catalogue";
import type { ImportTarget } from "@/lib/contacts/fields";
import { useFieldName } from "./field-name";

const ANSWERS = [
  { says: "out", field: "is_unsubscribed" },
  { says: "in", field: "is_subscribed" },
] as const satisfies { says: string; field: ImportTarget }[];

/** Asks about every column in which opt-outs may be lost: nobody gets mail by oversight. */
export function ConsentQuestions({ preview, onChange }: { preview: ImportPreview; onChange: ChangeDraft }) {
  const t = useT();
  const { questions } = preview.draft;
  return (
    <>
      {questions.map((header) => (
        <Question key={header} header={header} preview={preview} onChange={onChange} />
      ))}
      {questions.length > 1 && (
        <div>
          <Button size="sm" onClick={() => onChange({ columnMapping: keptAsTheyAre(preview, questions) })}>
            {t("map.consent.none", { count: questions.length })}
          </Button>
        </div>
      )}
    </>
  );
}

interface QuestionProps {
  header: string;
  preview: ImportPreview;
  onChange: ChangeDraft;
}

function Question(props: QuestionProps) {
  const { header, preview, onChange } = props;
  const t = useT();
  const format = useFormat();
  const nameOf = useFieldName();
  const field = preview.draft.columnMapping[header] ?? SKIP;
  const isLeftOut = field === SKIP;
  const isFlag = ANSWERS.some((answer) => answer.field === field);
  const suggestion = preview.suggestions.find((one) => one.header === header);
  const unread = (isFlag && suggestion?.unread) || [];
  // Every value can be read, and nobody can be sure that it means what it says.
  const isDoubtful = isFlag && unread.length === 0;
  const values = unread.length > 0 ? unread : samples(preview, header);
  // Its header says that yes means subscribed, and is believed.
  const isTurned = suggestion?.reason_code === "subscribed_flag";
  if (field === "email") return <ListQuestion {...props} />;
  return (
    <Notice tone="warn" role="status">
      <p className="font-medium">
        {t(questionOf({ isLeftOut, isFlag, isDoubtful }), { header, field: nameOf(field) })}
      </p>
      {values.length > 0 && (
        <p>
          {t(unread.length > 0 ? "map.consent.unread.values" : "map.consent.values", {
            values: format.list(values),
          })}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {ANSWERS.filter(({ says }) => says === "in" || !isTurned).map((answer) => (
          <Button
            key={answer.says}
            size="sm"
            onClick={() => onChange({ columnMapping: { [header]: answer.field } })}
          >
            {t(`map.consent.${answer.says}`)}
          </Button>
        ))}
        <Button
          size="sm"
          onClick={() =>
            onChange({
              columnMapping: isDoubtful ? { [header]: SKIP } : keptAsTheyAre(preview, [header]),
            })
          }
        >
          {t(isLeftOut || isDoubtful ? "map.consent.no" : "map.consent.keep", { field: nameOf(field) })}
        </Button>
      </div>
    </Notice>
  );
}

function questionOf(column: { isLeftOut: boolean; isFlag: boolean; isDoubtful: boolean }): MessageKey {
  if (column.isLeftOut) return "map.consent";
  if (column.isDoubtful) return "map.consent.turned";
  return column.isFlag ? "map.consent.unread" : "map.consent.mapped";
}

/** Asks whether these are people who opted out: no field says so of all of them, so the file has to. */
function ListQuestion({ header, preview, onChange }: QuestionProps) {
  const t = useT();
  return (
    <Notice tone="warn" role="status">
      <p className="font-medium">{t("map.consent.list")}</p>
      <div className="mt-2">
        <Button size="sm" onClick={() => onChange({ columnMapping: keptAsTheyAre(preview, [header]) })}>
          {t("map.consent.list.keep")}
        </Button>
      </div>
    </Notice>
  );
}

/** Keeps the suggested mapping, now as an explicit decision. */
function keptAsTheyAre({ draft }: ImportPreview, headers: string[]): Record<string, string> {
  return Object.fromEntries(headers.map((header) => [header, draft.columnMapping[header] ?? SKIP]));
}
