import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { foreignSign, hiddenSign } from "@/lib/contacts/foreign-sign";
import type { Export, Import, ImportRowError } from "./api-types";
import type { MessageKey, Translate, Values } from "./messages/catalogue";
import { ruleWords, sayFileRefusal } from "./refusal-words";

/** One bad field as the API names it. */
export interface Problem {
  path: (string | number)[];
  code: string;
  message: string;
  /** The bound that a value exceeded. */
  limit?: number;
}

/** Codes whose reason needs no further explanation. */
const BY_CODE: Record<string, MessageKey | undefined> = {
  NETWORK: "error.network",
  INTERNAL_ERROR: "error.internal",
  SERVICE_UNAVAILABLE: "error.unavailable",
  UNAUTHORIZED: "error.unauthorized",
  FORBIDDEN: "error.forbidden",
  NOT_FOUND: "error.notFound",
  GONE: "error.gone",
  PRECONDITION_FAILED: "error.changed",
  PAYLOAD_TOO_LARGE: "error.tooLarge",
  UNSUPPORTED_MEDIA_TYPE: "error.mediaType",
  EMAIL_NOT_CONFIGURED: "mail.missingKey",
  EMAIL_PROVIDER_ERROR: "error.mailProvider",
  CONTACT_UNSUBSCRIBED: "error.contactUnsubscribed",
  IMPORT_NOT_PENDING: "error.importNotPending",
  IMPORT_EMPTY: "error.importEmpty",
  EXPORT_NOT_READY: "error.exportNotReady",
  IDEMPOTENCY_CONFLICT: "error.repeated",
  INVALID_JSON: "error.request",
  METHOD_NOT_ALLOWED: "error.request",
  OTHER_ACCOUNT: "ended.account",
  UNEXPECTED: "error.unexpected",
};

/** The subject of a conflict, by the field of `details` that names it. */
const CONFLICTS: Record<string, MessageKey | undefined> = {
  segment_id: "segments.exists",
  contact_id: "contacts.new.exists",
  tag_id: "tags.exists",
  field_id: "fields.exists",
  draft_version: "error.draftChanged",
};

/** Limits that a workspace has reached, by the `reason` in `details`. */
const LIMITS: Record<string, MessageKey | undefined> = {
  tags_per_contact: "error.limit.tags_per_contact",
  tags_per_workspace: "error.limit.tags_per_workspace",
  custom_keys_per_workspace: "error.limit.custom_keys",
  segments_per_workspace: "error.limit.segments_per_workspace",
  exports_alive: "error.limit.exports_alive",
  imports_pending: "error.limit.imports_pending",
  corrected_rows: "error.limit.corrected_rows",
  correction_bytes: "error.limit.correction_bytes",
  api_keys: "error.tooManyKeys",
  members: "error.limit.members",
  invitations: "error.limit.invitations",
  workspaces_owned: "error.limit.workspaces_owned",
  bulk_alive: "error.limit.bulk_alive",
  webhook_endpoints: "error.limit.webhook_endpoints",
};

/** Refusals by their `reason` (lib/errors); a test holds both lists together. */
const REASONS: Record<string, MessageKey | undefined> = {
  changing: "error.reason.changing",
  running: "error.reason.running",
  nothing_to_undo: "error.reason.nothingToUndo",
  erased: "error.reason.erased",
  undoing: "error.reason.undoing",
  undo_late: "error.reason.undoLate",
  over: "error.reason.over",
  delivery_waiting: "error.reason.deliveryWaiting",
  endpoint_off: "error.reason.endpointOff",
  draft_differs: "error.draftChanged",
  file_imported: "error.reason.fileImported",
  no_address: "error.reason.noAddress",
  mail_silent: "error.reason.mailSilent",
  mail_key: "error.reason.mailKey",
  second_factor: "auth.second.missing",
  storage_bytes: "error.limit.storage",
  disk_full: "error.limit.disk",
  too_slow: "error.tooSlow",
  field_in_import: "fields.inImport",
  field_in_change: "fields.inChange",
  field_changed: "error.fieldChanged",
  changes_confirmed: "error.changesConfirmed",
  changes_differ: "error.draftChanged",
  corrections_differ: "error.correctionsDiffer",
  external_id_taken: "contacts.new.idExists",
  permission: "error.role",
  workspace: "ended.workspace",
  last_owner: "error.lastOwner",
  member: "error.isMember",
};

/** The failure in the user's language, followed by the API's message where only that names the problem. */
export function sayFailure(t: Translate, code: string, message: string, details: unknown): string {
  const reason = reasonOf(details);
  const refused = reason !== null && Object.hasOwn(REASONS, reason) && REASONS[reason];
  if (refused) return t(refused);
  if (code === "CONFLICT") return sayConflict(t, message, details);
  if (isBusy(details)) return t("error.busy");
  if (isReason(details, "unreadable")) return sayUnreadable(t, message, details);
  const file = code === "UNSUPPORTED_MEDIA_TYPE" && sayFileRefusal(t, details);
  if (file) return file;
  const [problem] = problemsOf(details);
  if (code === "VALIDATION_ERROR" && problem) return sayNamed(t, problem);
  return t(BY_CODE[code] ?? "error.other", { message });
}

/** Fields that a refusal names; any other is the only one of its form, or has its label above the refusal. */
const FIELDS = ["email", ...TEXT_FIELDS, "is_unsubscribed", "tags"] as const;

/** Why a field was refused, after its name in the user's language. */
function sayNamed(t: Translate, problem: Problem): string {
  const why = sayProblem(t, problem);
  const name = String(problem.path.at(-1));
  const known = FIELDS.find((one) => one === name);
  const field = problem.path.includes("custom_fields") ? name : known && t(`contacts.field.${known}`);
  return field ? t("error.field.of", { field, why }) : why;
}

/** Whether the answer says that the server is busy and will accept the same request in a few seconds. */
export function isBusy(details: unknown): boolean {
  return typeof details === "object" && details !== null && "busy" in details;
}

/** Whether `details` give this reason. */
export function isReason(details: unknown, reason: string): boolean {
  return reasonOf(details) === reason;
}

function reasonOf(details: unknown): string | null {
  const hasReason = typeof details === "object" && details !== null && "reason" in details;
  return hasReason && typeof details.reason === "string" ? details.reason : null;
}

/** For a file in which no row can be read: what is wrong with the first. */
function sayUnreadable(t: Translate, message: string, details: unknown): string {
  const { line, row_code: code }: Record<string, unknown> = Object.fromEntries(Object.entries(details ?? {}));
  if (typeof line !== "number" || typeof code !== "string") return t("error.other", { message });
  return t("error.importUnreadable", { line, why: sayRowError(t, { code, message }) });
}

function sayConflict(t: Translate, message: string, details: unknown): string {
  const named = typeof details === "object" && details !== null ? Object.entries(details) : [];
  const { reason, limit }: Record<string, unknown> = Object.fromEntries(named);
  const reached = typeof reason === "string" && Object.hasOwn(LIMITS, reason) && LIMITS[reason];
  if (reached && typeof limit === "number") return t(reached, { count: limit });
  for (const [field, value] of named) {
    const key = CONFLICTS[field];
    if (key) return t(key, typeof value === "number" ? { count: value } : {});
  }
  return t("error.conflict", { message });
}

/** Why one field was refused: by its code, or in the API's own words for a rule that only the API knows. */
export function sayProblem(t: Translate, problem: Problem): string {
  const known = knownProblem(problem);
  return known ? t(known.key, known.values) : t("error.field.other", { message: problem.message });
}

function knownProblem({ code, path, message, limit }: Problem): { key: MessageKey; values: Values } | null {
  if (code === "invalid_type") return { key: "error.field.missing", values: {} };
  if (code === "too_small" && limit === 1) return { key: "error.field.missing", values: {} };
  if (code === "too_big" && limit !== undefined && !/ bytes /.test(message)) {
    const isCount = /^must have at most \d+ (?!characters\b)/.test(message);
    return { key: isCount ? "error.field.tooMany" : "error.field.tooLong", values: { count: limit } };
  }
  if (code === "not_a_number") return { key: "error.field.number", values: {} };
  if (code === "not_a_date") return { key: "error.field.date", values: {} };
  if (code === "invalid_format" && path.at(-1) === "email") return { key: "error.field.email", values: {} };
  const rule = ruleWords(code, message);
  return rule ? { key: rule, values: {} } : null;
}

/** Reasons for which an import rejects a row. */
const ROWS: Record<ImportRowError["code"], MessageKey> = {
  email_missing: "row.emailMissing",
  email_invalid: "row.emailInvalid",
  too_long: "row.tooLong",
  tag_too_long: "row.tagTooLong",
  nul_character: "row.nul",
  too_many_cells: "row.tooManyCells",
  surplus_cells: "row.surplusCells",
  too_few_cells: "row.tooFewCells",
  cells_moved: "row.cellsMoved",
  other_header: "row.otherHeader",
  too_many_custom_fields: "row.tooManyFields",
  custom_fields_too_long: "row.fieldsTooLong",
  too_many_tags: "row.tooManyTags",
  too_many_workspace_tags: "row.tooManyWorkspaceTags",
  not_storable: "row.notStorable",
  unbalanced_quote: "row.unbalancedQuote",
  record_too_long: "row.recordTooLong",
  field_too_long: "row.fieldTooLong",
  too_many_columns: "row.tooManyColumns",
  row_cut: "row.cut",
  rest_of_row: "row.rest",
  undecodable_text: "row.undecodable",
  changed_since: "row.changedSince",
  email_taken: "row.emailTaken",
  email_differs: "row.emailDiffers",
  external_id_differs: "row.externalIdDiffers",
  not_a_number: "row.notANumber",
  not_a_date: "row.notADate",
  not_yes_or_no: "row.notYesOrNo",
  not_an_option: "row.notAnOption",
};

function isKnownRow(code: string): code is ImportRowError["code"] {
  return Object.hasOwn(ROWS, code);
}

/** Characters of a cell that a sentence quotes. */
const QUOTED = 60;

/** Why a row was rejected; `cell` is the bad one. A code newer than this page is shown in the API's own words. */
export function sayRowError(
  t: Translate,
  { code, message }: Pick<Problem, "code" | "message">,
  cell = "",
): string {
  const value = cell.length > QUOTED ? `${cell.slice(0, QUOTED)}…` : cell;
  const isAddress = code === "email_invalid";
  if (isAddress && foreignSign(cell) !== null) return t("row.emailAscii", { value });
  const sign = isAddress ? hiddenSign(cell) : null;
  if (sign) return t("row.emailHidden", { value, sign });
  return t(isKnownRow(code) ? ROWS[code] : "error.other", { message, value });
}

/** Short names of the most frequent reasons, and of all that would quote a cell. */
const SHORT: Partial<Record<string, MessageKey>> = {
  email_invalid: "mend.reason.emailInvalid",
  email_missing: "mend.reason.emailMissing",
  too_long: "mend.reason.tooLong",
  tag_too_long: "mend.reason.tagTooLong",
  too_many_tags: "mend.reason.tooManyTags",
  too_many_cells: "mend.reason.tooManyCells",
  surplus_cells: "mend.reason.surplusCells",
  too_few_cells: "mend.reason.tooFewCells",
  cells_moved: "mend.reason.cellsMoved",
  other_header: "mend.reason.otherHeader",
  unbalanced_quote: "mend.reason.quote",
  row_cut: "mend.reason.cut",
  rest_of_row: "mend.reason.rest",
  undecodable_text: "mend.reason.undecodable",
  not_a_number: "mend.reason.number",
  not_a_date: "mend.reason.date",
  not_yes_or_no: "mend.reason.yesNo",
  not_an_option: "mend.reason.option",
};

/** The same in few words, without content of the row. */
export function sayRowReason(t: Translate, row: Pick<Problem, "code" | "message">): string {
  const short = Object.hasOwn(SHORT, row.code) && SHORT[row.code];
  return short ? t(short) : sayRowError(t, row);
}

/** Why an import failed. One that failed before there were codes has only the API's words. */
export function sayImportFailure(
  t: Translate,
  { failure_code, summary }: Pick<Import, "failure_code" | "summary">,
): string {
  return failure_code ? t(`import.failure.${failure_code}`) : (summary ?? t("import.failure.unexpected"));
}

/** Why an export failed, likewise. */
export function sayExportFailure(
  t: Translate,
  { failure_code, error_message }: Pick<Export, "failure_code" | "error_message">,
): string {
  return failure_code
    ? t(`export.failure.${failure_code}`)
    : (error_message ?? t("export.failure.unexpected"));
}

/** The bad fields that a validation error names; none when `details` are something else. */
export function problemsOf(details: unknown): Problem[] {
  return Array.isArray(details) ? details.filter(isProblem) : [];
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    Array.isArray(value.path) &&
    "code" in value &&
    "message" in value
  );
}
