import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { type ChangeSet, entriesOf, idArray, setRow } from "@/lib/changes/record";
import { clientOf } from "@/lib/contacts/custom-keys";
import { inWorkspaceOf } from "@/lib/contacts/with-ids";
import { storedJson } from "@/lib/jsonb";
import { convertValue } from "./convert";
import type { CellFormat, FieldRule } from "./fields";

/** What a change of fields does to the values of contacts. A bulk action keeps it until it has ended. */
export interface FieldStep {
  key: string;
  /** For a merge. */
  into?: string;
  /** For a conversion. */
  rule?: FieldRule;
  format?: CellFormat | null;
}

interface Rewritten {
  changed: number;
  /** Contacts whose value does not fit, and stays. */
  refused: string[];
}

/** Removes the key from contacts, as a part of a transaction. */
export function removeKeyFor(tx: Transaction, set: ChangeSet, { key }: FieldStep, ids: string[]) {
  return rewriteFor(tx, set, ids, sql`nullif(c.custom_fields - ${key}::text, '{}')`);
}

/** Moves values to another key; if that has one already, it stays. */
export function moveKeyFor(tx: Transaction, set: ChangeSet, { key, into = key }: FieldStep, ids: string[]) {
  const moved = sql`case when c.custom_fields ? ${key}::text
    then jsonb_build_object(${into}::text, c.custom_fields -> ${key}::text) || (c.custom_fields - ${key}::text)
    else c.custom_fields end`;
  return rewriteFor(tx, set, ids, moved);
}

/** Converts values to another type, where they fit it. */
export async function convertKeyFor(
  tx: Transaction,
  set: ChangeSet,
  { key, rule, format = null }: FieldStep,
  ids: string[],
): Promise<Rewritten> {
  if (!rule) return { changed: 0, refused: [] };
  await lockInOrder(tx, set, ids);
  const rows = await tx.execute<{ id: string; value: string }>(sql`
    select id, (custom_fields -> ${key}::text)::text as value from contacts
    where workspace_id = ${set.workspaceId} and id = any(${idArray(ids)}) and custom_fields ? ${key}::text`);
  const values: Record<string, unknown> = {};
  const refused: string[] = [];
  for (const { id, value } of rows) {
    const stored = storedJson<unknown>(value);
    const converted = convertValue(rule, format, stored);
    if (converted === undefined) refused.push(id);
    else if (converted !== stored) values[id] = converted;
  }
  const next = sql`nullif(
    jsonb_strip_nulls(jsonb_build_object(${key}::text, said.value)) || (c.custom_fields - ${key}::text), '{}')`;
  const said = sql`join jsonb_each(${JSON.stringify(values)}::jsonb) said on said.key::uuid = c.id`;
  const { changed } = await rewriteFor(tx, set, Object.keys(values), next, said);
  return { changed, refused };
}

/** In order of e-mail, as everywhere. */
function lockInOrder(tx: Transaction, { workspaceId }: ChangeSet, ids: string[]) {
  return tx.execute(sql`
    select 1 from contacts where workspace_id = ${workspaceId} and id = any(${idArray(ids)})
    order by email for no key update`);
}

/**
 * Gives contacts `c` other custom fields, and returns how many had others before; the former ones are entries of the
 * set. Locked first; the next statement sees their current values.
 */
async function rewriteFor(
  tx: Transaction,
  set: ChangeSet,
  ids: string[],
  next: SQL,
  said: SQL = sql``,
): Promise<Rewritten> {
  if (ids.length === 0) return { changed: 0, refused: [] };
  const { workspaceId } = set;
  const rowsOf = { of: "c", by: "f", isDistributed: await isDistributed(clientOf(tx)) };
  const [, rows] = await Promise.all([
    lockInOrder(tx, set, ids),
    tx.execute<{ changed: number }>(sql`
      with former as materialized (
        select c.*, ${next} as next_fields from contacts c ${said}
        where c.workspace_id = ${workspaceId} and c.id = any(${idArray(ids)}) and ${next} is distinct from c.custom_fields
      ), noted as (${setRow(set, "changed", sql`from former`)}
      ), entry as (${entriesOf(set, "changed", sql`from former c`)}
      ), changed as (
        update contacts c set custom_fields = f.next_fields, written_by = ${set.id}, updated_at = now()
        from former f where ${inWorkspaceOf(workspaceId, rowsOf)} and c.id = f.id returning 1
      )
      select count(*)::int as changed from changed`),
  ]);
  return { changed: rows[0]?.changed ?? 0, refused: [] };
}
