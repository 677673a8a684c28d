import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { storedValues } from "@/lib/imports/rows/encode";
import type { RowLines } from "@/lib/imports/rows/lines";
import type { Batch, Lookup, Lookups, MergePlan } from "./plan";
import { ONLY_LOOK_UPS } from "./staging";

/**
 * In an empty workspace only the import itself creates contacts, and each batch reports which, which saves a fifth of
 * the time. Otherwise each batch is looked up.
 */
export async function openLookups(plan: MergePlan): Promise<Lookups> {
  const [row] = await pg()<{ contacts: string }[]>`
    select contacts from workspace_counts where workspace_id = ${plan.workspaceId}`;
  return Number(row?.contacts) === 0 ? findAmongMet : findInDatabase(plan);
}

const findAmongMet: Lookups = ({ lines, metBefore }) => {
  const lookup = emptyLookup(lines.count);
  for (const email of metBefore) {
    const index = lines.indexOf(email);
    if (index !== undefined) lookup.unsure[index] = 1;
  }
  return async () => lookup;
};

function emptyLookup(count: number): Lookup {
  const none = () => new Uint8Array(count);
  return { stored: none(), same: none(), unsure: none(), isLikely: false };
}

/** Batches that may not be written yet when the next one is looked up. */
export const UNWRITTEN_BATCHES = 2;

function findInDatabase(plan: MergePlan): Lookups {
  const unwritten: RowLines[] = [];
  return (batch) => {
    const before = [...unwritten];
    unwritten.push(batch.lines);
    if (unwritten.length > UNWRITTEN_BATCHES) unwritten.shift();
    return (tx) => lookUp(tx, plan, batch, before);
  };
}

/** Rows of one lookup: their values are one text, and other requests wait while it is built. */
const LOOKUP_ROWS = 4000;
/** The share of a lookup's rows that must be unchanged for the next lookup to compare values. */
const WORTH_COMPARING = 0.05;

/**
 * Looks for a batch's e-mails in the workspace, by one probe of the unique index each, and compares stored values as
 * long as that finds rows to leave out; the merge compares again. Rows in `unwritten` may be written meanwhile.
 */
export async function lookUp(
  tx: TransactionSql,
  plan: MergePlan,
  { lines, order }: Batch,
  unwritten: readonly RowLines[] = [],
): Promise<Lookup> {
  await tx.unsafe(ONLY_LOOK_UPS);
  const lookup = emptyLookup(lines.count);
  if (plan.columns.tags) return lookup; // All of its rows are staged, whatever a lookup would return.
  let compares = isComparable(plan);
  for (let at = 0; at < order.length; at += LOOKUP_ROWS) {
    const rows = order.slice(at, at + LOOKUP_ROWS);
    const emails = rows.map((index) => lines.emails[index] ?? "");
    const found = await findStored(tx, plan, emails, compares ? lines.values(rows) : null);
    let stored = 0;
    let same = 0;
    for (let n = 0; n < rows.length; n++) {
      const index = rows[n] ?? 0;
      const is = found[n];
      if (is !== "0") {
        lookup.stored[index] = 1;
        stored++;
      }
      if (is === "1") continue;
      const isUnwritten = unwritten.some((one) => one.hasEmailOf(lines, index));
      if (is === "0") lookup.unsure[index] = isUnwritten ? 1 : 0;
      else if (!isUnwritten && lines.isComparable(index)) {
        lookup.same[index] = 1;
        same++;
      }
    }
    if (compares && same === 0 && stored === rows.length)
      return presumeChanged(lookup, order.slice(at + LOOKUP_ROWS));
    compares &&= same >= WORTH_COMPARING * rows.length;
  }
  return lookup;
}

/** If all rows so far are stored and change, the others are assumed to as well: a lookup would only confirm it. */
function presumeChanged(lookup: Lookup, rest: readonly number[]): Lookup {
  for (const index of rest) lookup.unsure[index] = 1;
  return { ...lookup, isLikely: rest.length > 0 };
}

/** Whether equal values mean that the import has nothing to do. What a cell clears may be stored as "". */
function isComparable({ strategy, clears }: MergePlan): boolean {
  return strategy === "update" && clears.length === 0;
}

/**
 * A character for each e-mail: 0 = not in the workspace, 1 = stored, 2 = stored with exactly these values
 * (`RowLines.values`; null = they are not compared).
 */
async function findStored(
  tx: TransactionSql,
  { workspaceId, columns }: MergePlan,
  emails: string[],
  values: string | null,
): Promise<string> {
  const [row] = await tx.unsafe<{ found: string }[]>(
    `select string_agg(case when c.email is null then '0'
         when e.line is not null and ${storedValues(columns)} = e.line then '2' else '1' end, '' order by e.n) as found
     from rows from (string_to_table($2, E'\\n'), string_to_table($3, E'\\x1e')) with ordinality as e(email, line, n)
     left join contacts c on c.workspace_id = $1 and c.email = e.email`,
    [workspaceId, emails.join("\n"), values],
  );
  return row?.found ?? "";
}
