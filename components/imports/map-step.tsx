"use client";

import { type FocusEventHandler, useCallback, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import {
  consentColumns,
  customKey,
  doubtfulColumns,
  formatsMissing,
  isErrorFile,
  isOwnColumn,
  keepingAll,
  type Mapping,
  type MappingProblem,
  mappingProblems,
  SKIP,
} from "@/lib/client/mapping";
import { useAskBeforeReading } from "./ask-reading";
import { ColumnList } from "./column-list";
import { ColumnsBeyond } from "./columns-beyond";
import { ConsentQuestions } from "./consent-questions";
import { DeleteImport } from "./delete-import";
import { AsDetected, DialectPanel } from "./dialect-panel";
import { EncodingChoice } from "./encoding-choice";
import { useFieldName } from "./field-name";
import { SheetChoice } from "./sheet-choice";
import { useStepFocus } from "./use-step-focus";

interface MapStepProps {
  preview: ImportPreview;
  onChange: ChangeDraft;
  onNext: () => void;
}

/** Second step: the field of each column, with its values, the confidence of the suggestion and the reason. */
export function MapStep({ preview, onChange, onNext }: MapStepProps) {
  const { totalRows } = preview.preview;
  const mapping = preview.draft.columnMapping;
  const headers = preview.preview.headers.filter((header) => !isOwnColumn(header));
  const problems = mappingProblems(mapping);
  const unclear = formatsMissing(mapping, preview.draft.columnTypes);
  const twice = new Set(problems.flatMap((problem) => (problem.kind === "twice" ? [problem.field] : [])));
  const doubtful = useMemo(() => doubtfulColumns(preview), [preview]);
  // Not to import the first sheet in place of the one that was chosen.
  const [isLeaving, setLeaving] = useState(false);
  const { faulty, onFault } = useFaultyColumns();
  const asks = useRef<HTMLDivElement>(null);
  const focus = useStepFocus(asks);
  const { change, question } = useAskBeforeReading(preview.draft, onChange);
  return (
    <section ref={focus.step} className="grid gap-5" onFocusCapture={focus.onStep}>
      <MapHead preview={preview} columns={headers.length} doubtful={doubtful.size} onChange={onChange} />
      <Remarks preview={preview} />
      <Reading preview={preview} onChange={change} onFocus={focus.onReading} onLeaving={setLeaving} />
      {question}
      <ColumnList {...{ preview, headers, doubtful, twice, onChange, onFault }} />
      <div
        ref={asks}
        tabIndex={-1}
        className="grid scroll-mt-4 gap-5 outline-none empty:hidden"
        onFocusCapture={focus.onAsks}
      >
        <Problems {...{ problems, unclear, faulty }} empty={totalRows === 0} />
        <SeveralOptOuts headers={consentColumns(mapping)} />
        <ConsentQuestions preview={preview} onChange={onChange} />
      </div>
      <MapBar
        {...{ preview, isLeaving }}
        open={problems.length + unclear.length + faulty.length + preview.draft.questions.length}
        onOpen={() => asks.current?.focus()}
        onNext={onNext}
      />
    </section>
  );
}

/** The columns with options that no field can have. */
function useFaultyColumns() {
  const [faulty, setFaulty] = useState<readonly string[]>([]);
  const onFault = useCallback((header: string, isFaulty: boolean) => {
    setFaulty((before) => {
      if (before.includes(header) === isFaulty) return before;
      return isFaulty ? [...before, header] : before.filter((one) => one !== header);
    });
  }, []);
  return { faulty, onFault };
}

/** Which part of the file is read, and how. */
function Reading({
  preview,
  onChange,
  onFocus,
  onLeaving,
}: Omit<MapStepProps, "onNext"> & {
  onFocus: FocusEventHandler;
  onLeaving: (isLeaving: boolean) => void;
}) {
  return (
    <div className="contents" onFocusCapture={onFocus}>
      <ColumnsBeyond preview={preview} />
      <SheetChoice preview={preview} onLeaving={onLeaving} />
      <ReadingWarnings preview={preview} onChange={onChange} />
      <EncodingChoice preview={preview} onChoose={(encoding) => onChange({ dialect: { encoding } })} />
      <DialectPanel preview={preview} onChange={(dialect) => onChange({ dialect })} />
    </div>
  );
}

interface MapHeadProps extends Pick<MapStepProps, "preview" | "onChange"> {
  columns: number;
  /** How many of them need attention. */
  doubtful: number;
}

function MapHead({ preview, columns, doubtful, onChange }: MapHeadProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h2 tabIndex={-1} className="text-lg outline-none">
          {t("map.title")}
        </h2>
        <p className="figures text-muted">
          {t("map.intro", {
            rows: t("imports.rows", { count: preview.preview.totalRows }),
            columns: t("map.columns", { count: columns }),
          })}
          {doubtful > 0 && ` · ${t("map.doubtful", { count: doubtful })}`}
        </p>
      </div>
      <KeepAll preview={preview} onKeep={(columnMapping) => onChange({ columnMapping })} />
    </div>
  );
}

/** Loses nothing: every column that is left out becomes a custom field. */
function KeepAll({ preview, onKeep }: { preview: ImportPreview; onKeep: (mapping: Mapping) => void }) {
  const t = useT();
  const kept = keepingAll(preview);
  const count = Object.keys(kept).length;
  if (count === 0) return null;
  return <Button onClick={() => onKeep(kept)}>{t("map.keepAll", { count })}</Button>;
}

interface MapBarProps {
  preview: ImportPreview;
  /** Another sheet is on its way. */
  isLeaving: boolean;
  /** Questions and problems that have to be settled first. */
  open: number;
  onOpen: () => void;
  onNext: () => void;
}

/** Always in view: a summary of the columns, and the button to continue, or the way to what is in its way. */
function MapBar({ preview, isLeaving, open, onOpen, onNext }: MapBarProps) {
  const t = useT();
  const headers = preview.preview.headers.filter((header) => !isOwnColumn(header));
  const fields = headers.map((header) => preview.draft.columnMapping[header] ?? SKIP);
  const left = fields.filter((field) => field === SKIP).length;
  const custom = fields.filter((field) => customKey(field) !== null).length;
  const said = [
    t("map.sum.matched", { count: fields.length - left - custom }),
    custom > 0 && t("map.sum.custom", { count: custom }),
    left > 0 && t("map.sum.left", { count: left }),
  ].filter((part) => part !== false);
  return (
    <div
      data-bulk-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-line border-t bg-paper py-3 max-sm:-mx-4 max-sm:px-4"
    >
      <Button
        variant="primary"
        disabled={isLeaving || open > 0 || preview.preview.totalRows === 0}
        onClick={onNext}
      >
        {t("map.action")}
      </Button>
      {open > 0 && <Button onClick={onOpen}>{t("map.open")}</Button>}
      <p className="figures mx-2 min-w-0 grow text-muted text-sm max-sm:hidden">{said.join(" · ")}</p>
      <DeleteImport id={preview.importId} />
    </div>
  );
}

/** Says that the file was imported before, and where its mapping is from. */
function Remarks({ preview }: Pick<MapStepProps, "preview">) {
  const t = useT();
  return (
    <>
      {preview.duplicate_of && (
        <Notice tone="warn">
          {t("map.duplicate")}{" "}
          <Link href={`/imports/${preview.duplicate_of}`} className="font-medium underline">
            {t("map.duplicate.link")}
          </Link>
        </Notice>
      )}
      {preview.remembered && (
        <Notice tone="accent">
          {t(isErrorFile(preview.preview.headers) ? "map.rejectedRows" : "map.remembered")}
        </Notice>
      )}
    </>
  );
}

/** What is doubtful in this reading, with ways to change it. */
function ReadingWarnings({ preview, onChange }: Pick<MapStepProps, "preview" | "onChange">) {
  const t = useT();
  if (preview.warnings.length === 0) return null;
  const has = (wanted: string) => preview.warnings.some(({ code }) => code === wanted);
  const read = (missingValues: "empty" | "text", text: "map.missing.empty" | "map.missing.text") => (
    <Button size="sm" onClick={() => onChange({ dialect: { missingValues } })}>
      {t(text)}
    </Button>
  );
  return (
    <Notice tone="warn" role="status">
      {preview.warnings.map(({ code, example, lines }) => (
        <p key={code}>
          {t(`map.warning.${code}`, {
            example: example ?? "",
            count: lines?.count ?? 0,
            lines: lines?.first.join(", ") ?? "",
          })}
        </p>
      ))}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {has("missing_values") && read("text", "map.missing.text")}
        {has("words_kept") && read("empty", "map.missing.empty")}
        <AsDetected preview={preview} onChange={(dialect) => onChange({ dialect })} />
      </div>
    </Notice>
  );
}

/** Says that each of several consent columns counts. */
function SeveralOptOuts({ headers }: { headers: string[] }) {
  const t = useT();
  const format = useFormat();
  if (headers.length === 0) return null;
  const columns = format.list(headers.map((header) => t("map.consent.several.column", { header })));
  return <Notice tone="accent">{t("map.consent.several", { columns })}</Notice>;
}

interface ProblemsProps {
  problems: MappingProblem[];
  /** Columns whose format is still unknown. */
  unclear: string[];
  /** Columns whose options are not saved yet. */
  faulty: readonly string[];
  empty: boolean;
}

function Problems({ problems, unclear, faulty, empty }: ProblemsProps) {
  const t = useT();
  const nameOf = useFieldName();
  return (
    <div role="status" className="grid gap-2">
      {empty && <Notice tone="warn">{t("map.headersOnly")}</Notice>}
      {problems.map((problem) => (
        <Notice key={problem.kind === "twice" ? problem.field : problem.kind} tone="danger">
          {problem.kind === "needEmail"
            ? t("map.needEmail")
            : t("map.twice", { field: nameOf(problem.field) })}
        </Notice>
      ))}
      {unclear.map((header) => (
        <Notice key={header} tone="warn">
          {t("map.format.missing", { header })}
        </Notice>
      ))}
      {faulty.map((header) => (
        <Notice key={header} tone="warn">
          {t("map.options.fault", { header })}
        </Notice>
      ))}
    </div>
  );
}
