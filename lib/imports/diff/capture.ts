import type { TransactionSql } from "postgres";
import type { Batch, LoadedImport } from "@/lib/imports/engine/plan";
import { comparedColumns } from "./rows";

/**
 * Observes what a batch does to the tables of a dry run: triggers record what contacts were and which tags they got,
 * and the record is read batch by batch.
 */

/** Starts it, before anything is copied into the tables of the trial (`open_trial`). */
export async function openCapture(tx: TransactionSql): Promise<void> {
  await tx`select set_config('kith.captures', 'yes', true)`;
}

/** Rows copied between here and staging are not changes. */
export async function pauseCapture(tx: TransactionSql): Promise<void> {
  await tx`set local kith.import_id = ''`;
}

/** Clears the record of the previous batch. */
export async function clearCapture(tx: TransactionSql, { plan }: LoadedImport): Promise<void> {
  await tx.unsafe(
    `truncate pg_temp.trial_former_contacts${plan.columns.tags ? ", pg_temp.trial_added_tags" : ""}`,
  );
}

/**
 * The contacts that the batch changed and had not created itself: address, then pairs of former and new values of the
 * columns that differ (`comparedColumns`), in COPY's text format, one after the other. If some may have been changed
 * `twice`, by a row and by the opt-out of another one that fails, the first former value counts.
 */
export function readChanged(
  tx: TransactionSql,
  { plan }: LoadedImport,
  { start }: Batch,
  { twice }: { twice: boolean },
): Promise<Buffer[]> {
  const names = comparedColumns(plan.columns);
  if (names.length === 0) return Promise.resolve([]);
  const pairs = names.flatMap((name) =>
    ["f", "c"].map((table) => `case when f.${name} is distinct from c.${name} then ${table}.${name} end`),
  );
  const differs = names.map((name) => `f.${name} is distinct from c.${name}`).join(" or ");
  return readLines(
    tx,
    `select f.email, ${pairs.join(", ")}
     from pg_temp.trial_former_contacts f
     join pg_temp.contacts c on c.workspace_id = '${plan.workspaceId}' and c.id = f.id
     where f.workspace_id = '${plan.workspaceId}' and (${differs})
       and not (f.import_id is not distinct from '${plan.importId}' and f.import_row >= ${start?.row ?? 1})
     ${twice ? "order by f.ctid" : ""}`,
  );
}

/** Address and JSON of the names of the tags that the batch's contacts got. */
export function readTags(tx: TransactionSql, { plan }: LoadedImport): Promise<Buffer[]> {
  if (!plan.columns.tags) return Promise.resolve([]);
  return readLines(
    tx,
    `select c.email, json_agg(t.name order by t.name_key)::text
     from pg_temp.trial_added_tags a
     join pg_temp.contacts c on c.workspace_id = '${plan.workspaceId}' and c.id = a.contact_id
     join pg_temp.tags t on t.workspace_id = '${plan.workspaceId}' and t.id = a.tag_id
     group by c.email`,
  );
}

/** Row numbers of the contacts that the batch created, and whether each opted out before; their ids lie in this range. */
export async function readCreated(
  tx: TransactionSql,
  { plan }: LoadedImport,
  [first, last]: readonly [string, string],
): Promise<{ rows: string; optedOut: string }> {
  const [found] = await tx<{ rows: string; out: string }[]>`
    select coalesce(string_agg(import_row::text, ','), '') as rows,
      coalesce(string_agg(import_row::text, ',') filter (where is_unsubscribed), '') as out
    from pg_temp.contacts where workspace_id = ${plan.workspaceId} and id between ${first} and ${last}`;
  return { rows: found?.rows ?? "", optedOut: found?.out ?? "" };
}

/** Of these addresses, those whose contact is unsubscribed. */
export async function readUnsubscribed(
  tx: TransactionSql,
  { plan }: LoadedImport,
  emails: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await tx<{ email: string }[]>`
    select c.email from unnest(${[...emails]}::text[]) as e(email)
    join pg_temp.contacts c on c.workspace_id = ${plan.workspaceId} and c.email = e.email
    where c.is_unsubscribed`;
  return rows.map(({ email }) => email);
}

async function readLines(tx: TransactionSql, select: string): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of await tx.unsafe(`copy (${select}) to stdout`).readable()) pieces.push(piece);
  return pieces;
}
