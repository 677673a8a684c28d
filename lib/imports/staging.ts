import type { TransactionSql } from "postgres";
import { newId } from "@/lib/ids";

/** Contact columns of plain text that a file can fill, in the order they are staged. */
export const TEXT_FIELDS = ["first_name", "last_name", "phone", "company", "notes"] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** One row of a file as it goes to the database. `null` = the file says nothing. */
export interface StagedRow {
  /** Data row in the file, from 1. */
  row: number;
  email: string;
  text: (string | null)[];
  is_unsubscribed: boolean;
  custom: Record<string, string> | null;
  /** Custom keys whose cell was empty, when empty cells clear. */
  cleared: string[] | null;
  tags: string[] | null;
  /** Later rows of the batch with the same e-mail, merged into this one. */
  repeats: number[] | null;
}

/** Which parts of a row a mapping fills: only those are staged. */
export interface StagedColumns {
  text: TextField[];
  is_unsubscribed: boolean;
  custom: boolean;
  tags: boolean;
}

/**
 * Merges a later row with the same e-mail into the first one of the batch, as two merges one after the other would:
 * its values win, empty cells keep or clear. False when it added nothing.
 */
export function mergeRepeat(
  first: StagedRow,
  later: StagedRow,
  { columns, clears }: { columns: StagedColumns; clears: TextField[] },
): boolean {
  const before = JSON.stringify([first.text, first.is_unsubscribed, first.custom, first.cleared, first.tags]);
  first.text = first.text.map((value, index) => {
    const next = later.text[index] ?? null;
    const field = columns.text[index];
    return next === null && !(field && clears.includes(field)) ? value : next;
  });
  first.is_unsubscribed ||= later.is_unsubscribed;
  const custom = { ...first.custom, ...later.custom };
  for (const key of later.cleared ?? []) delete custom[key];
  const cleared = new Set([...(first.cleared ?? []), ...(later.cleared ?? [])]);
  for (const key of Object.keys(later.custom ?? {})) cleared.delete(key);
  first.custom = Object.keys(custom).length > 0 ? custom : null;
  first.cleared = cleared.size > 0 ? [...cleared] : null;
  const tags = new Set([...(first.tags ?? []), ...(later.tags ?? [])]);
  first.tags = tags.size > 0 ? [...tags] : null;
  const after = JSON.stringify([first.text, first.is_unsubscribed, first.custom, first.cleared, first.tags]);
  return after !== before;
}

/** Ids of the tags that rows name, and of those that every row gets. */
export interface BatchTags {
  byName: ReadonlyMap<string, string>;
  forAll: string[];
}

/** The staging table of one transaction. It is dropped at commit, so nothing is left behind by a crash. */
export async function createStaging(tx: TransactionSql, columns: StagedColumns): Promise<void> {
  const definitions = [
    "id uuid",
    "row integer",
    'email text collate "C"',
    ...columns.text.map((name) => `${name} text`),
    ...(columns.is_unsubscribed ? ["is_unsubscribed boolean"] : []),
    ...(columns.custom ? ["custom_fields jsonb", "cleared text[]"] : []),
    ...(columns.tags ? ["tag_ids uuid[]"] : []),
  ];
  await tx`drop table if exists staged, tagged`;
  await tx.unsafe(`create temp table staged (${definitions.join(", ")}) on commit drop`);
}

/** Bytes of one piece of COPY data. Strings are turned into bytes early: long-lived ones cost the collector dearly. */
const PIECE_CHARS = 32 * 1024;
/** Longest stretch of work without a pause. */
const WORK_MS = 10;

/** Runs a `copy … from stdin` with lines in COPY's text format. */
export async function copyLines(
  tx: TransactionSql,
  statement: string,
  lines: Iterable<string>,
): Promise<void> {
  const sink = await tx.unsafe(statement).writable();
  const failed = new Promise<never>((_, reject) => sink.once("error", reject));
  failed.catch(() => undefined);
  const send = async (piece: string) => {
    if (sink.write(Buffer.from(piece))) return;
    await Promise.race([new Promise((resolve) => sink.once("drain", resolve)), failed]);
  };
  let piece = "";
  let restedAt = performance.now();
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARS) continue;
    await send(piece);
    piece = "";
    if (performance.now() - restedAt < WORK_MS) continue;
    // Other requests get their turn: a sink that takes everything at once would never make us wait.
    await new Promise(setImmediate);
    restedAt = performance.now();
  }
  if (piece) await send(piece);
  await Promise.race([new Promise<void>((resolve) => sink.once("finish", resolve).end()), failed]);
}

/** Columns of a contact that a direct copy fills. */
function contactColumns(columns: StagedColumns): string[] {
  const text = columns.text.filter((name) => name !== "first_name");
  const flags = columns.is_unsubscribed ? ["is_unsubscribed"] : [];
  const custom = columns.custom ? ["custom_fields"] : [];
  return [
    "workspace_id",
    "id",
    "email",
    "import_id",
    "import_row",
    "written_by",
    "first_name",
    ...text,
    ...flags,
    ...custom,
  ];
}

/** Copies rows with new e-mails straight into contacts. Throws a unique violation when one is not new after all. */
export async function copyContacts(
  tx: TransactionSql,
  { workspaceId, importId, columns }: { workspaceId: string; importId: string; columns: StagedColumns },
  rows: StagedRow[],
): Promise<void> {
  const firstNameAt = columns.text.indexOf("first_name");
  function* lines() {
    for (const row of rows) {
      const firstName = row.text[firstNameAt] ?? localPart(row.email);
      let line = `${workspaceId}\t${newId()}\t${row.email}\t${importId}\t${row.row}\t${importId}\t${copyText(firstName)}`;
      for (let index = 0; index < row.text.length; index++) {
        if (index !== firstNameAt) line += `\t${copyText(row.text[index] ?? null)}`;
      }
      if (columns.is_unsubscribed) line += row.is_unsubscribed ? "\tt" : "\tf";
      if (columns.custom) line += `\t${row.custom ? copyText(JSON.stringify(row.custom)) : "\\N"}`;
      yield `${line}\n`;
    }
  }
  await copyLines(tx, `copy contacts (${contactColumns(columns).join(", ")}) from stdin`, lines());
}

/** A missing first name becomes the local part of the e-mail (decisions.md, Imports). */
function localPart(email: string): string {
  return email.slice(0, Math.min(100, email.indexOf("@")));
}

/** Copies rows into the staging table; tag names are replaced by their ids. */
export async function copyStaged(
  tx: TransactionSql,
  columns: StagedColumns,
  rows: StagedRow[],
  tags: BatchTags,
): Promise<void> {
  await copyLines(tx, "copy staged from stdin", stagedLines(rows, columns, tags));
}

function* stagedLines(rows: StagedRow[], columns: StagedColumns, tags: BatchTags): Generator<string> {
  for (const row of rows) yield copyLine(row, columns, tags);
}

function copyLine(row: StagedRow, columns: StagedColumns, tags: BatchTags): string {
  let line = `${newId()}\t${row.row}\t${row.email}`;
  for (const value of row.text) line += `\t${copyText(value)}`;
  if (columns.is_unsubscribed) line += row.is_unsubscribed ? "\tt" : "\tf";
  if (columns.custom) {
    line += `\t${row.custom ? copyText(JSON.stringify(row.custom)) : "\\N"}`;
    line += `\t${row.cleared ? copyText(textArray(row.cleared)) : "\\N"}`;
  }
  if (columns.tags) {
    const named = row.tags?.map((name) => tags.byName.get(name)).filter((id) => id !== undefined) ?? [];
    const ids = [...tags.forAll, ...named];
    line += ids.length > 0 ? `\t{${ids.join(",")}}` : "\t\\N";
  }
  return `${line}\n`;
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value in COPY's text format (PostgreSQL manual, COPY, "Text Format"). */
export function copyText(value: string | null): string {
  if (value === null) return "\\N";
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value;
}

function textArray(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
