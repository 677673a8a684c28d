import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import { SKIP, samples } from "@/lib/client/mapping";
import type { MessageKey } from "@/lib/client/messages/catalogue";
import { type ImportTarget, isConsentTarget } from "@/lib/contacts/fields";
import { distinctValues } from "@/lib/imports/mapping/opt-out-values";
import { own } from "@/lib/own";
import { useFieldName } from "./field-name";
import { ValueMeanings } from "./value-meanings";

const ANSWERS = [
  { says: "out", field: "is_unsubscribed" },
  { says: "in", field: "is_subscribed" },
] as const satisfies { says: string; field: ImportTarget }[];

/** Asks about every column in which opt-outs may be lost: nobody gets mail by oversight. */
export function ConsentQuestions({ preview, onChange }: { preview: ImportPreview; onChange: ChangeDraft }) {
  const t = useT();
  const { questions, columnMapping, options } = preview.draft;
  const isFlag = (header: string) => isConsentTarget(columnMapping[header] ?? SKIP);
  const isTold = (header: string) => isFlag(header) && own(options.optOutValues, header) !== undefined;
  // In file order, answered or not: nothing moves under the pointer while answering.
  const shown = preview.preview.headers.filter((header) => questions.includes(header) || isTold(header));
  return (
    <>
      {options.allOptedOut && (
        <Notice>
          <p className="font-medium">{t("map.consent.all")}</p>
          <Button className="mt-2" size="sm" onClick={() => onChange({ options: { allOptedOut: false } })}>
            {t("map.consent.all.not")}
          </Button>
        </Notice>
      )}
      {shown.map((header) => {
        const isOfValues = isTold(header) || (isFlag(header) && unreadOf(preview, header).length > 0);
        const Shown = isOfValues ? Values : Question;
        return (
          <div key={header} data-open-question={questions.includes(header) ? "" : undefined}>
            <Shown header={header} preview={preview} onChange={onChange} />
          </div>
        );
      })}
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
  // Every value can be read, but it is uncertain that it means what it says.
  const isDoubtful = isConsentTarget(field);
  const suggestion = suggestionOf(preview, header);
  // Its header says that yes means subscribed, and is believed.
  const isTurned = suggestion?.reason_code === "subscribed_flag";
  const isStruck = suggestion?.reason_code === "struck_through";
  const values = samples(preview, header);
  if (field === "email") return <ListQuestion {...props} />;
  return (
    <Notice tone="warn" role="status">
      <p className="font-medium">
        {t(questionOf({ isLeftOut, isDoubtful, isStruck }), { header, field: nameOf(field) })}
      </p>
      {isStruck ? (
        <StruckRows preview={preview} />
      ) : (
        values.length > 0 && <p>{t("map.consent.values", { values: format.list(values) })}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {ANSWERS.filter(({ says }) => (says === "in" ? !isStruck : !isTurned)).map((answer) => (
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

/** Which rows of the workbook are struck through, as it numbers them. */
function StruckRows({ preview }: { preview: ImportPreview }) {
  const t = useT();
  const format = useFormat();
  const struck = preview.source?.struck;
  if (!struck) return null;
  const { count, lines } = struck;
  const rows = format.list(lines.map(String));
  return (
    <p>{t(count > lines.length ? "map.consent.struck.more" : "map.consent.struck.rows", { rows, count })}</p>
  );
}

function questionOf(column: { isLeftOut: boolean; isDoubtful: boolean; isStruck: boolean }): MessageKey {
  if (column.isStruck) return "map.consent.struck";
  if (column.isLeftOut) return "map.consent";
  return column.isDoubtful ? "map.consent.turned" : "map.consent.mapped";
}

/**
 * The meanings of a flag's values that are neither yes nor no: asked for while open, and shown for editing once
 * answered. One list for both, so that the focus stays while answering.
 */
function Values({ header, preview, onChange }: QuestionProps) {
  const t = useT();
  const { draft } = preview;
  const isOpen = draft.questions.includes(header);
  const { out = [], not = [] } = own(draft.options.optOutValues, header) ?? {};
  const named = distinctValues([...unreadOf(preview, header), ...out, ...not]);
  const asks = named.every((value) => value === "") ? "map.consent.empty" : "map.consent.unread";
  return (
    <Notice tone={isOpen ? "warn" : "neutral"} role="status">
      <p className="font-medium">{t(isOpen ? asks : "map.value.told", { header })}</p>
      <ValueMeanings
        header={header}
        values={named.map((value) => ({ value }))}
        draft={draft}
        onChange={onChange}
      />
      {isOpen && (
        <Button size="sm" onClick={() => onChange({ columnMapping: keptAsTheyAre(preview, [header]) })}>
          {t("map.consent.unread.leave")}
        </Button>
      )}
    </Notice>
  );
}

const suggestionOf = ({ suggestions }: ImportPreview, header: string) =>
  suggestions.find((one) => one.header === header);

const unreadOf = (preview: ImportPreview, header: string): string[] =>
  suggestionOf(preview, header)?.unread ?? [];

/** What may list people who opted out though nothing in this table says so. */
const OTHER_LISTS = {
  other_sheet: { asks: "map.consent.sheet", goes: "map.consent.sheet.go" },
  table_below: { asks: "map.consent.below", goes: "map.consent.below.go" },
} as const;

/** Asks whether these are people who opted out, or says that those of another part of the file may be. */
function ListQuestion({ header, preview, onChange }: QuestionProps) {
  const t = useT();
  const other = own(OTHER_LISTS, suggestionOf(preview, header)?.reason_code ?? "");
  return (
    <Notice tone="warn" role="status">
      <p className="font-medium">{t(other?.asks ?? "map.consent.list")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!other && (
          <Button size="sm" onClick={() => onChange({ options: { allOptedOut: true } })}>
            {t("map.consent.list.all")}
          </Button>
        )}
        <Button size="sm" onClick={() => onChange({ columnMapping: keptAsTheyAre(preview, [header]) })}>
          {t(other?.goes ?? "map.consent.list.keep")}
        </Button>
      </div>
    </Notice>
  );
}

/** Keeps the suggested mapping, now as an explicit decision. */
function keptAsTheyAre({ draft }: ImportPreview, headers: string[]): Record<string, string> {
  return Object.fromEntries(headers.map((header) => [header, draft.columnMapping[header] ?? SKIP]));
}
