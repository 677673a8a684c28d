import type { TransactionSql } from "postgres";
import { ID_FAULTS } from "@/lib/imports/engine/batches";
import { addressesOf, DATABASE, keepOptOuts, withoutUnknown } from "@/lib/imports/engine/failed-opt-outs";
import type { MergePlan } from "@/lib/imports/engine/plan";
import type { OptOut } from "@/lib/imports/rows/row";
import type { Answered } from "./answer";
import { optOutOf, type Refused, type SentContact } from "./read";

/** Who opted out according to rows that fail, by row. */
export function failedOptOuts(
  sent: readonly SentContact[],
  refused: ReadonlyMap<number, Refused>,
  answered: Answered,
): Map<number, OptOut> {
  const found = new Map<number, OptOut>();
  for (const [index, one] of sent.entries()) {
    const row = index + 1;
    const code = (refused.get(row) ?? answered.rows.get(row))?.code;
    const said = code && optOutOf(one);
    if (said) found.set(row, isIdFault(code) ? { ...said, externalId: null } : said);
  }
  return found;
}

const isIdFault = (code: string) => ID_FAULTS.some((one) => one === code);

/**
 * An opt-out counts although its row fails, as in an import: the contact is unsubscribed, an address without a contact
 * is remembered. The same goes for skipped rows whose address the batch gave to a contact (`taken`). Returns the
 * failed rows that count, and how many addresses were not remembered before.
 */
export async function keepOptOutsOf(
  tx: TransactionSql,
  plan: MergePlan,
  said: ReadonlyMap<number, OptOut>,
  taken: readonly OptOut[],
): Promise<{ counted: Set<number>; remembered: number }> {
  if (said.size + taken.length === 0) return { counted: new Set(), remembered: 0 };
  const found = await withoutUnknown(
    tx,
    plan,
    [...said].map(([row, optOut]): { row: number; optOut: OptOut | null } => ({ row, optOut })),
  );
  const counting = found.filter(({ optOut }) => optOut !== null);
  const optOuts = [...counting.flatMap(({ optOut }) => optOut ?? []), ...taken];
  const emails = new Set([
    ...optOuts.flatMap(({ email, others = [] }) => [email ?? [], others].flat()),
    ...(await addressesOf(tx, plan, optOuts)),
  ]);
  // What the batch itself wrote has its entries, or will have them.
  const own = await tx<{ email: string }[]>`
    select email from contacts
    where workspace_id = ${plan.workspaceId} and email = any(${[...emails]}::text[]) and written_by = ${plan.importId}`;
  for (const { email } of own) emails.delete(email);
  await tx`
    update contacts set is_unsubscribed = true, unsubscribed_at = now()
    where workspace_id = ${plan.workspaceId} and email = any(${own.map(({ email }) => email)}::text[])
      and not is_unsubscribed`;
  const { remembered } = await keepOptOuts(
    tx,
    plan,
    [...emails].map((email) => ({ email, externalId: null })),
    DATABASE,
  );
  return { counted: new Set(counting.map(({ row }) => row)), remembered };
}
