import type { TransactionSql } from "postgres";
import { rememberOptOuts } from "@/lib/contacts/opt-outs";
import { hashEmail, MetEmails } from "@/lib/imports/rows/email-index";
import { hasIds, type StagedColumns } from "@/lib/imports/rows/encode";
import { RowLines } from "@/lib/imports/rows/lines";
import type { OptOut } from "@/lib/imports/rows/row";
import { mergeIsolating } from "./isolate";
import { type Batch, type MergePlan, type RowFailure, UNLIMITED } from "./plan";
import { JOURNALS_MOVES, ONLY_LOOK_UPS } from "./staging";

/**
 * A row that fails because of one cell may state an opt-out in another one. That counts: the import unsubscribes the
 * contact, in the transaction of its batch, or records the address if it belongs to no contact yet.
 */

const COUNTED = "The opt-out still counts.";

/** Failures, except opt-outs named only by an id that no contact has: who they mean is unknown. */
export async function withoutUnknown<Failure extends Pick<RowFailure, "optOut">>(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  failures: readonly Failure[],
): Promise<Failure[]> {
  const isById = ({ optOut }: Failure) => optOut?.email === null;
  const ids = failures.filter(isById).flatMap(({ optOut }) => optOut?.externalId ?? []);
  if (ids.length === 0) return [...failures];
  await tx.unsafe(ONLY_LOOK_UPS);
  const rows = await tx<{ id: string }[]>`
    select external_id as id from contacts where workspace_id = ${workspaceId} and external_id = any(${ids}::text[])`;
  const known = new Set(rows.map(({ id }) => id));
  return failures.map((one) =>
    isById(one) && !known.has(one.optOut?.externalId ?? "") ? { ...one, optOut: null } : one,
  );
}

/** A failure with the result of its opt-out. */
export function sayCounted(failure: RowFailure): RowFailure {
  return failure.optOut ? { ...failure, message: `${failure.message} ${COUNTED}` } : failure;
}

/** Where an import keeps opted-out addresses that belong to no contact. */
export interface OptOutMemory {
  /** Returns how many of them are new. */
  remember(tx: TransactionSql, plan: MergePlan, emails: string[]): Promise<number>;
  /** Unsubscribes the contacts of a batch whose addresses had been recorded. */
  recall(tx: TransactionSql, plan: MergePlan, batch: Batch): Promise<void>;
}

/** The workspace's own records, which triggers apply. */
export const DATABASE: OptOutMemory = {
  remember: (tx, { workspaceId, importId }, emails) => rememberOptOuts(tx, workspaceId, importId, emails),
  recall: async () => undefined,
};

/** The memory of a dry run, which remembers nobody in the workspace. */
export class TrialMemory implements OptOutMemory {
  readonly #emails = new MetEmails(0);

  async remember(_: TransactionSql, __: MergePlan, emails: string[]): Promise<number> {
    for (const email of emails) this.#emails.meet(email, hashEmail(email));
    return 0; // No dry run says.
  }

  async recall(
    tx: TransactionSql,
    { workspaceId, importId }: MergePlan,
    { lines, moves }: Batch,
  ): Promise<void> {
    const known = lines.emails.filter((email, index) => this.#emails.has(email, lines.hashes[index] ?? 0));
    for (const email of moves.values()) if (this.#emails.has(email, hashEmail(email))) known.push(email);
    if (known.length === 0) return;
    const rows = await tx<{ is_new: boolean }[]>`
      update contacts set is_unsubscribed = true
      where workspace_id = ${workspaceId} and email = any(${known}::text[]) and not is_unsubscribed
      returning import_id is not distinct from ${importId} as is_new`;
    const count = rows.filter((row) => row.is_new).length;
    await tx`
      select set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint + ${count}::int)::text, true)`;
  }
}

/** Everything that such a row says. */
const COLUMNS: StagedColumns = { text: [], is_unsubscribed: true, custom: false, tags: false };

/**
 * Records the opt-outs of these addresses, which belonged to no contact before the batch. `taken`: those that the batch
 * gave to a contact, which has yet to be unsubscribed. `remembered`: how many of the others are new.
 */
export async function rememberPassedOver(
  tx: TransactionSql,
  plan: MergePlan,
  emails: string[],
  memory: OptOutMemory,
): Promise<{ taken: OptOut[]; remembered: number }> {
  if (emails.length === 0) return { taken: [], remembered: 0 };
  const remembered = await memory.remember(tx, plan, emails);
  await tx.unsafe(ONLY_LOOK_UPS);
  const rows = await tx<{ email: string }[]>`
    select c.email from string_to_table(${emails.join("\n")}, E'\\n') as e(email) cross join lateral (
      select k.email from contacts k
      where k.workspace_id = ${plan.workspaceId} and k.email = e.email and not k.is_unsubscribed offset 0) c`;
  const taken = rows.map(({ email }) => ({ email, externalId: null }));
  return { taken, remembered: Math.max(0, remembered - taken.length) };
}

/**
 * Unsubscribes or remembers these people, and returns how many existing contacts changed that the import had not
 * changed so far, and how many addresses were not remembered before.
 */
export async function keepOptOuts(
  tx: TransactionSql,
  plan: MergePlan,
  optOuts: readonly OptOut[],
  memory: OptOutMemory,
): Promise<{ changed: number; remembered: number }> {
  if (optOuts.length === 0) return { changed: 0, remembered: 0 };
  const emails = new Set([
    ...optOuts.flatMap(({ email }) => email ?? []),
    ...(await addressesOf(tx, plan, optOuts)),
  ]);
  const lines = new RowLines(COLUMNS);
  for (const [n, email] of [...emails].entries())
    lines.add({
      row: n + 1,
      email,
      text: [],
      is_unsubscribed: true,
      custom: null,
      cleared: null,
      tags: null,
    });
  // Like skipped rows: only their opt-outs count.
  const skipping: MergePlan = { ...plan, ...UNLIMITED, columns: COLUMNS, strategy: "skip", creates: false };
  // A later row may give the contact another address: the entry of its first change has everything that an undo
  // restores.
  if (hasIds(plan.columns)) await tx.unsafe(JOURNALS_MOVES);
  const picked = lines.inOrder();
  const rows = { lines, metBefore: emails, moves: new Map() };
  const { merged } = await mergeIsolating(tx, { ...skipping, clears: [], tagIds: [] }, rows, {
    lookup: null,
    picked,
  });
  const strangers = merged.missing.map((index) => lines.emails[index] ?? "");
  const remembered = strangers.length > 0 ? await memory.remember(tx, plan, strangers) : 0;
  lines.release();
  return { changed: merged.changed - merged.again, remembered };
}

/**
 * Addresses of the contacts that have these people's external ids. If the row's own address belongs to another
 * contact, who the id means is unknown.
 */
export async function addressesOf(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  optOuts: readonly OptOut[],
): Promise<string[]> {
  const named = optOuts.filter(({ externalId }) => externalId !== null);
  if (named.length === 0) return [];
  await tx.unsafe(ONLY_LOOK_UPS);
  const rows = await tx<{ email: string }[]>`
    select c.email
    from unnest(${named.map(({ externalId }) => externalId)}::text[], ${named.map(({ email }) => email)}::text[])
      as i(external_id, email)
    cross join lateral (
      select k.email from contacts k
      where k.workspace_id = ${workspaceId} and k.external_id = i.external_id offset 0) c
    left join lateral (
      select k.email from contacts k where k.workspace_id = ${workspaceId} and k.email = i.email offset 0) own on true
    where own.email is null or own.email = c.email`;
  return rows.map(({ email }) => email);
}
