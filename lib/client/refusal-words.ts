import type { FileRefusal } from "@/lib/imports/file-refusals";
import type { MessageKey, Translate } from "./messages/catalogue";

/** Why a file is refused. */
const FILES: Record<FileRefusal, MessageKey> = {
  old_workbook: "error.file.oldWorkbook",
  protected: "error.file.protected",
  opendocument: "error.file.opendocument",
  numbers: "error.file.numbers",
  binary: "error.file.binary",
  packed: "error.file.packed",
  no_table: "error.file.noTable",
  document: "error.file.noTable",
  no_list: "error.file.noList",
  encoding: "error.file.encoding",
  line_ends: "error.file.lineEnds",
  fixed_width: "error.file.fixedWidth",
  extension: "error.file.extension",
  damaged: "error.file.damaged",
  record: "error.file.record",
  nothing: "error.file.nothing",
  several: "error.file.several",
  encrypted: "error.file.encrypted",
  method: "error.file.archive",
  parts: "error.file.archive",
  entries: "error.file.archive",
  ratio: "error.file.tooLarge",
  size: "error.file.tooLarge",
  columns: "error.file.tooLarge",
  cell: "error.file.tooLarge",
  order: "error.file.saveAgain",
  formula: "error.file.saveAgain",
  doctype: "error.file.saveAgain",
};

const isFileRefusal = (reason: unknown): reason is FileRefusal =>
  typeof reason === "string" && Object.hasOwn(FILES, reason);

/** Why a file was refused, by the details of a 415; null for other bodies. */
export function sayFileRefusal(t: Translate, details: unknown): string | null {
  const { reason, line, count }: Record<string, unknown> = Object.fromEntries(Object.entries(details ?? {}));
  if (!isFileRefusal(reason)) return null;
  if (typeof line === "number") {
    return t(reason === "record" ? "error.file.record" : "error.file.damagedLine", { line });
  }
  return t(FILES[reason], typeof count === "number" ? { count } : {});
}

/** Rules of fields that the dashboard's forms leave to the API, by the API's own words. */
const RULES: Record<string, MessageKey | undefined> = {
  "must not contain NUL": "error.field.nul",
  "must be well-formed Unicode": "error.field.nul",
  "must not contain line breaks or control characters": "error.field.lines",
  "must not contain encoded words": "error.field.lines",
  "must be printable ASCII without spaces": "error.field.key",
  "is not known to the e-mail provider": "error.field.mailKey",
  "must be an address or Name <address>": "error.field.sender",
  "must be an origin like https://app.example.com": "error.field.origin",
  "must be in the future": "error.field.future",
  "must be before the year 10000": "error.field.date",
  "must be a date and time with a zone (RFC 3339)": "error.field.date",
  "must be a valid e-mail address": "error.field.email",
  "must be of letters, digits, spaces and & ' ( ) + , ! _ - alone, and of full stops as in Co. or e.V.":
    "error.field.name",
  "must not contain a user or a password": "error.field.url",
  "must be an https address": "error.field.url",
  "must not be an address of a private network": "error.field.url",
  "must be an address": "error.field.url",
  "is required": "error.field.missing",
  "must not be empty": "error.field.missing",
  "must not be empty; send null to remove the key": "error.field.missing",
  "must name each option once, in any case": "error.field.once",
  "must have at least one option": "error.field.opts",
  "must not repeat a value of `out`": "error.field.repeat",
  "must have at most # keys": "row.tooManyFields",
  "must not exceed # bytes as JSON": "row.fieldsTooLong",
  "must have at most # bytes as JSON": "error.field.tooMuch",
};

const CODES: Record<string, MessageKey | undefined> = {
  unknown: "error.field.unknown",
  mismatch: "error.field.mismatch",
  required: "error.field.proof",
};

/** The text for a rule that a field broke, `#` for a limit in it; undefined where only the API's words name it. */
export function ruleWords(code: string, message: string): MessageKey | undefined {
  if (Object.hasOwn(CODES, code)) return CODES[code];
  const known = [message, message.replace(/\d+/, "#")].find((words) => Object.hasOwn(RULES, words));
  return known === undefined ? undefined : RULES[known];
}
