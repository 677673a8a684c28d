"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { ChevronRight } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import type { DraftChanges, ImportPreview } from "@/lib/client/imports";
import { AS_DETECTED, isReadOtherwise } from "@/lib/client/reading";
import { DelimiterPreviews } from "./delimiter-previews";
import { DELIMITERS } from "./delimiters";
import { FirstLines } from "./first-lines";

/** The frequent ones first, then the rest by region. */
const ENCODINGS = [
  "utf-8 windows-1252 utf-16le utf-16be",
  "windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258",
  "windows-874 shift_jis euc-jp iso-2022-jp gb18030 big5 euc-kr koi8-r koi8-u macintosh x-mac-ce x-mac-cyrillic",
  "iso-8859-2 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-10 iso-8859-13 iso-8859-15 iso-8859-16",
  "ibm437 ibm850 ibm852 ibm866 ibm737 ibm775 ibm855 ibm857 ibm858 ibm860 ibm861 ibm862 ibm863 ibm865 ibm1125",
].flatMap((line) => line.split(" "));
/** How cells are quoted: sign and escape, by the name of the choice. */
const QUOTES = {
  double: { quote: '"', escape: "double" },
  doubleBackslash: { quote: '"', escape: "backslash" },
  single: { quote: "'", escape: "double" },
  singleBackslash: { quote: "'", escape: "backslash" },
} as const;
type QuoteName = keyof typeof QUOTES;
const QUOTE_NAMES: QuoteName[] = ["double", "doubleBackslash", "single", "singleBackslash"];

interface DialectPanelProps {
  preview: ImportPreview;
  onChange: (dialect: NonNullable<DraftChanges["dialect"]>) => void;
}

/** How the file was read, and the controls to correct that; the preview follows at once. */
export function DialectPanel({ preview, onChange }: DialectPanelProps) {
  const t = useT();
  const { encoding, delimiter, headerRow, headerLine, preamble, certainty, source } = preview;
  const known = DELIMITERS.find(({ sign }) => sign === delimiter);
  const delimiterName = known ? t(`map.delimiter.${known.name}`) : delimiter;
  const header =
    headerRow === 0 ? t("map.dialect.noNames") : t("map.dialect.namesIn", { line: headerLine ?? headerRow });
  const unsure = Object.values(certainty).includes("guess");
  if (source && source.kind !== "xlsx") return <OwnNames preview={preview} onChange={onChange} />;
  return (
    <details data-dialect="" className="sheet group min-w-0 px-4">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-faint transition-transform group-open:rotate-90"
        />
        <span className="font-medium">{t("map.dialect")}</span>
        <span className="text-muted">
          {source
            ? `${t(`map.source.${source.kind}`)}, ${header}`
            : t("map.dialect.summary", {
                encoding: encoding.toUpperCase(),
                delimiter: delimiterName,
                header,
              })}
        </span>
        {preamble.length > 0 && (
          <span className="text-muted">{t("map.dialect.preamble", { count: preamble.length })}</span>
        )}
        {unsure && <Badge tone="warn">{t("map.dialect.guess")}</Badge>}
      </summary>
      <div className="grid gap-4 pt-2 pb-4 sm:grid-cols-2 lg:grid-cols-4">
        {/* A converted file has only one dialect. */}
        {!source && (
          <>
            <EncodingField preview={preview} onChange={onChange} />
            <DelimiterField preview={preview} onChange={onChange} />
            <QuoteField preview={preview} onChange={onChange} />
          </>
        )}
        <HeaderField preview={preview} onChange={onChange} />
      </div>
      {!source && <DelimiterPreviews preview={preview} onChoose={(sign) => onChange({ delimiter: sign })} />}
      {preview.warnings.length === 0 && (
        <div className="mb-4 empty:hidden">
          <AsDetected preview={preview} onChange={onChange} />
        </div>
      )}
      <FirstLines preview={preview} onHeader={(record) => onChange({ headerRow: record })} />
    </details>
  );
}

/** JSON and vCards name their columns themselves: no line does, and there is nothing to correct. */
function OwnNames({ preview, onChange }: DialectPanelProps) {
  const t = useT();
  return (
    <div className="sheet flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <span className="font-medium">{t("map.dialect")}</span>
      <span className="text-muted">{preview.source && t(`map.source.${preview.source.kind}`)}</span>
      {preview.warnings.length === 0 && <AsDetected preview={preview} onChange={onChange} />}
    </div>
  );
}

/** Takes back every choice of how the file is read. */
export function AsDetected({ preview, onChange }: DialectPanelProps) {
  const t = useT();
  if (!isReadOtherwise(preview.draft.dialect)) return null;
  return (
    <Button size="sm" onClick={() => onChange(AS_DETECTED)}>
      {t("map.warning.undo")}
    </Button>
  );
}

function EncodingField({ preview, onChange }: DialectPanelProps) {
  const t = useT();
  const encoding = preview.encoding.toLowerCase();
  return (
    <SelectField
      label={t("map.dialect.encoding")}
      value={encoding}
      onValue={(value) => onChange({ encoding: value })}
      options={[...new Set([encoding, ...ENCODINGS])].map((each) => ({
        value: each,
        label: each.toUpperCase(),
      }))}
    />
  );
}

function DelimiterField({ preview: { delimiter }, onChange }: DialectPanelProps) {
  const t = useT();
  const known = DELIMITERS.map(({ sign, name }) => ({
    value: sign as string,
    label: t(`map.delimiter.${name}`),
  }));
  return (
    <SelectField
      label={t("map.dialect.delimiter")}
      value={delimiter}
      onValue={(value) => onChange({ delimiter: value })}
      options={
        known.some(({ value }) => value === delimiter)
          ? known
          : [{ value: delimiter, label: delimiter }, ...known]
      }
    />
  );
}

function HeaderField({ preview: { headerRow, top }, onChange }: DialectPanelProps) {
  const t = useT();
  const further = headerRow > top.length ? [{ value: headerRow, label: String(headerRow) }] : [];
  const lines = top.map(({ record, line, text }) => ({
    value: record,
    label: t("map.dialect.headerLine", { line, text }),
  }));
  return (
    <SelectField
      label={t("map.dialect.header")}
      value={headerRow}
      onValue={(value) => onChange({ headerRow: Number(value) })}
      options={[{ value: 0, label: t("map.dialect.noHeader") }, ...lines, ...further]}
    />
  );
}

function QuoteField({ preview, onChange }: DialectPanelProps) {
  const t = useT();
  const chosen = QUOTE_NAMES.find(
    (name) => QUOTES[name].quote === preview.quote && QUOTES[name].escape === preview.escape,
  );
  const choose = (name: string) => {
    const found = QUOTE_NAMES.find((each) => each === name);
    if (found) onChange({ ...QUOTES[found] });
  };
  return (
    <SelectField
      label={t("map.dialect.quotes")}
      value={chosen}
      onValue={choose}
      options={QUOTE_NAMES.map((name) => ({ value: name, label: t(`map.quotes.${name}`) }))}
    />
  );
}
