import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { TransactionSql } from "postgres";
import type { StagedColumns } from "@/lib/imports/rows/encode";
import { LIMITS } from "@/lib/limits";
import { jsonBytes } from "@/lib/pages";
import { type DiffFilter, facetsOf } from "./filter";
import { findOffset, readBlocks, readRange, type StoredBlock, type StoredDiff } from "./queries";
import { compileDecoder, LETTERS } from "./rows";
import {
  CUSTOM_PREFIX,
  type DiffKind,
  type DiffPage,
  type DiffQuery,
  type DiffRow,
  diffKinds,
} from "./schemas";
import { comparable } from "./sink";

const inflate = promisify(inflateRaw);
/** Blocks that are fetched at first, and at most at a time: where few rows match, a block may contain only one. */
const FEW = 2;
const MANY = 32;
const NEWLINE = 10;

type Asked = Pick<DiffQuery, keyof DiffFilter | "cursor" | "offset" | "limit">;

/** A page of the matching rows. */
export async function readPage(
  workspaceId: string,
  diff: StoredDiff,
  { cursor, offset, limit, ...filter }: Asked,
): Promise<Pick<DiffPage, "data" | "nextCursor" | "total">> {
  const start =
    offset === undefined
      ? { row: (cursor ?? 0) + 1, skip: 0 }
      : await findOffset(workspaceId, diff.id, filter, offset);
  const total = filter.search ? null : countOf(diff, filter);
  if (!start) return { data: [], nextCursor: null, total };
  const data: DiffRow[] = [];
  let { skip } = start;
  let bytes = 0;
  for await (const { row } of matching(workspaceId, diff, filter, start.row)) {
    if (skip-- > 0) continue;
    bytes += jsonBytes(row) + 1;
    const isFull = data.length === limit || (data.length > 0 && bytes > LIMITS.page_bytes.max);
    if (isFull) return { data, nextCursor: data.at(-1)?.row ?? null, total };
    data.push(row);
  }
  return { data, nextCursor: null, total };
}

function countOf({ facets }: StoredDiff, filter: DiffFilter): number {
  return facetsOf(filter).reduce((sum, facet) => sum + (facets[facet] ?? 0), 0);
}

/** Rows of a diff from one to another, as texts to compare. */
export async function readRows(
  workspaceId: string,
  diffId: string,
  tx: TransactionSql,
  first: number,
  last: number,
): Promise<Map<number, string>> {
  const rows = new Map<number, string>();
  for (const block of await readRange(workspaceId, diffId, tx, first, last)) {
    const lines = (await inflate(block.data)).toString().split("\n");
    const emails = block.emails.split("\n");
    for (const [n, letter] of [...block.kinds].entries()) {
      const row = block.first_row + n;
      if (row >= first && row <= last) rows.set(row, comparable(letter, emails[n] ?? "", lines[n] ?? ""));
    }
  }
  return rows;
}

/** All rows of a block. */
export async function decodeBlock(block: StoredBlock, columns: StagedColumns): Promise<DiffRow[]> {
  const rows: DiffRow[] = [];
  for await (const { row } of rowsOf(block, columns, {}, block.first_row)) rows.push(row);
  return rows;
}

/** A row, and what its address cell says, also where the row is rejected. */
interface Found {
  row: DiffRow;
  address: string;
}

/** The matching rows from that one on, in file order. */
export async function* matching(
  workspaceId: string,
  { id, columns }: StoredDiff,
  asked: DiffFilter,
  first: number,
): AsyncGenerator<Found> {
  const filter = { ...asked, search: asked.search?.toLowerCase() };
  let from = first;
  for (let limit = FEW; ; limit = Math.min(2 * limit, MANY)) {
    const blocks = await readBlocks(workspaceId, id, filter, { from, limit });
    for (const block of blocks) yield* rowsOf(block, columns, filter, from);
    const last = blocks.at(-1);
    if (!last || blocks.length < limit) return;
    from = last.first_row + last.kinds.length;
  }
}

async function* rowsOf(
  block: StoredBlock,
  columns: StagedColumns,
  { kind, field, code, column, search }: DiffFilter,
  from: number,
): AsyncGenerator<Found> {
  const raw = await inflate(block.data);
  const emails = block.emails.split("\n");
  const decode = compileDecoder(columns);
  const wanted = code === undefined ? kind && LETTERS[kind] : LETTERS.fail;
  let at = 0;
  for (const [n, letter] of [...block.kinds].entries()) {
    const end = raw.indexOf(NEWLINE, at);
    const [start, email, row] = [at, emails[n] ?? "", block.first_row + n];
    at = end + 1;
    if (row < from || (wanted && letter !== wanted) || (search && !email.includes(search))) continue;
    const text = raw.toString("utf8", start, end);
    const decoded = decode({ row, expectedLine: block.first_line + n, letter, email, text });
    if (code !== undefined && !failsFor(decoded, code, column)) continue;
    if (field === undefined || says(decoded, field)) yield { row: decoded, address: email };
  }
}

function failsFor({ error }: DiffRow, code: string, column: string | undefined): boolean {
  return error?.code === code && error.column === (column || null);
}

function says(row: DiffRow, field: string): boolean {
  if (field === "tags") return row.tags_added.length > 0;
  if (field === "left_out") return row.left_out;
  if (field === "opt_out") return row.opt_out !== null || row.error?.opted_out === true;
  return row.changes.some((change) => change.field === field);
}

/** How many rows change which field, in the order of the columns. */
export function fieldsOf({ facets, columns }: StoredDiff): DiffPage["fields"] {
  const names = new Set<string>(["email", "first_name", ...columns.text, "is_unsubscribed"]);
  for (const facet of Object.keys(facets).sort()) {
    const field = facet.slice(facet.indexOf(":") + 1);
    if (facet.includes(":") && field.startsWith(CUSTOM_PREFIX)) names.add(field);
  }
  const all = [...names, "tags", "opt_out", "left_out"].map((field) => {
    const of = (kind: DiffKind) => facets[`${kind}:${field}`] ?? 0;
    const rows = diffKinds.reduce((sum, kind) => sum + of(kind), 0);
    return { field, rows, create: of("create"), update: of("update") };
  });
  return all.filter(({ rows }) => rows > 0);
}
