import type { TransactionSql } from "postgres";
import { nowIn } from "@/db/distributed";
import type { Outcome } from "@/lib/imports/engine/isolate";
import type { Batch, MergePlan } from "@/lib/imports/engine/plan";
import { ONLY_LOOK_UPS } from "@/lib/imports/engine/staging";
import type { RowError } from "@/lib/imports/rows/row";
import type { UpsertCode, UpsertRow } from "./schemas";

/** The engine's result for a batch. */
export interface Settled {
  plan: MergePlan;
  batch: Batch;
  /** Rows that never reached it. */
  refused: Map<number, RowError>;
  outcome: Outcome;
}

type RowAnswer = Pick<UpsertRow, "status" | "id"> & { code: UpsertCode | null; field: string | null };

export interface Answered {
  /** By row number: its index in the batch, from 1. */
  rows: Map<number, RowAnswer>;
  /** Ids of the contacts that were created. */
  created: string[];
}

/** The result of each row. Read by e-mail from the contacts themselves, after the merge and in its transaction. */
export async function answerRows(
  tx: TransactionSql,
  { plan, batch, refused, outcome }: Settled,
): Promise<Answered> {
  const rows = new Map<number, RowAnswer>();
  const { lines, order, repeats } = batch;
  const poisoned = new Map(outcome.poisoned.map(({ index, error }) => [index, error]));
  const missing = new Set(outcome.merged.missing);
  const areNew = order.length > 0 && outcome.merged.created === order.length;
  const found = areNew ? await findCreated(tx, plan, batch) : await findWritten(tx, plan, batch, outcome);
  const created: string[] = [];
  order.forEach((index, n) => {
    const row = lines.numbers[index] ?? 0;
    const later = repeats.of.get(index) ?? [];
    const error = poisoned.get(index);
    const { id, is } = found[n] ?? NOWHERE;
    if (is === "created" && !error && id) created.push(id);
    for (const one of [row, ...later]) {
      if (error) rows.set(one, failed(error));
      else if (missing.has(index)) rows.set(one, { ...NOTHING, status: "skipped" });
      else if (one === row) rows.set(one, { ...NOTHING, id, status: statusOf(plan, is) });
      else {
        // What an earlier row would have changed, a later one may change back: then nothing was written.
        const isIdle = is === "unchanged" || repeats.idle.has(one);
        rows.set(one, { ...NOTHING, id, status: statusOfRepeat(plan, isIdle) });
      }
    }
  });
  for (const [row, error] of refused) rows.set(row, failed(error));
  return { rows, created };
}

const NOTHING = { id: null, code: null, field: null };
const NOWHERE: Written = { id: null, is: "unchanged" };

/** A row that could be read lacks an address only where no contact has its id. */
function failed({ code, column }: RowError): RowAnswer {
  const why = code === "email_missing" ? "external_id_unknown" : (code as UpsertCode);
  return { status: "failed", id: null, code: why, field: column };
}

function statusOf({ strategy }: MergePlan, is: Written["is"]): RowAnswer["status"] {
  return strategy === "skip" && is !== "created" ? "skipped" : is;
}

function statusOfRepeat({ strategy }: MergePlan, isIdle: boolean): RowAnswer["status"] {
  if (strategy === "skip") return "skipped";
  return isIdle ? "unchanged" : "updated";
}

interface Written {
  id: string | null;
  is: "created" | "updated" | "unchanged";
}

const MARKS: Record<string, Written["is"]> = { "+": "created", "~": "updated", "=": "unchanged" };

/**
 * The contacts with these e-mails, as one text of ids and marks: created when the change set wrote one and keeps no
 * former values; one whose values it only repeated has a different time (`updateKnown`).
 */
async function findWritten(
  tx: TransactionSql,
  { workspaceId, importId }: MergePlan,
  { lines, order, moves }: Batch,
  { merged }: Outcome,
): Promise<Written[]> {
  const isIdle = merged.created + merged.changed === 0;
  const emails = order.map((index) => {
    const email = lines.emails[index] ?? "";
    return moves.get(email) ?? email;
  });
  await tx.unsafe(ONLY_LOOK_UPS);
  const now = tx.unsafe(await nowIn(tx));
  const marks = tx`case
    when c.written_by is distinct from ${importId}::uuid then '='
    when e.contact_id is null then '+'
    when c.updated_at = ${now}::timestamptz(3) then '~' else '=' end`;
  const entries = tx`left join lateral (
    select e.contact_id from contact_changes e
    where e.workspace_id = ${workspaceId} and e.change_id = ${importId} and e.contact_id = c.id offset 0) e on true`;
  const [row] = await tx<{ found: string | null }[]>`
    select string_agg(coalesce(c.id::text || ${isIdle ? tx`'='` : marks}, ''), ',' order by named.n) as found
    from string_to_table(${emails.join("\n")}, E'\\n') with ordinality as named(email, n)
    left join lateral (
      select c.id, c.written_by, c.updated_at from contacts c
      where c.workspace_id = ${workspaceId} and c.email = named.email offset 0) c on true
    ${isIdle ? tx`` : entries}`;
  const found = row?.found ?? "";
  return found.split(",").map((one): Written => {
    const is = MARKS[one.slice(-1)];
    return is ? { id: one.slice(0, -1), is } : NOWHERE;
  });
}

/** The same if all of them were created: their ids follow the order of their rows. */
async function findCreated(
  tx: TransactionSql,
  { workspaceId, importId }: MergePlan,
  { lines, order }: Batch,
): Promise<Written[]> {
  await tx.unsafe(ONLY_LOOK_UPS);
  const [first, last] = lines.idRange();
  const [row] = await tx<{ ids: string | null }[]>`
    select string_agg(id::text, ',' order by id) as ids from contacts
    where workspace_id = ${workspaceId} and id between ${first} and ${last} and written_by = ${importId}`;
  const ids = row?.ids?.split(",") ?? [];
  return order.map((index): Written => ({ id: ids[index] ?? null, is: "created" }));
}
