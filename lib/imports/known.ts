import type { TransactionSql } from "postgres";
import { sql } from "@/db/client";
import type { Batch } from "./batches";
import { EmailHashes } from "./email-index";
import { ONLY_LOOK_UPS } from "./staging";

/**
 * What is known beforehand about the rows of a batch, by index: `stored` = the workspace has its e-mail; `unsure` = it
 * may have. It is a hint that saves time, never a promise: a contact that somebody creates afterwards makes the direct
 * copy fail and the merge take over, one that somebody deletes afterwards counts as found and then deleted.
 */
export interface Known {
  stored: Uint8Array;
  unsure: Uint8Array;
}

/**
 * Says what is known about the batches of an import, called for one after the other, each while the one before is
 * written; null = nothing, every row has to be merged.
 */
export type Finder = (batch: Batch) => Promise<Known | null>;

/** Where more than this part of a batch is stored, the next ones are merged without a look. */
const MOSTLY = 0.9;
const UNSEEN_BATCHES = 7;

/**
 * In a workspace without contacts only what the import itself has met can be there: hashes in memory say so, and save
 * a fifth of the time. Elsewhere each batch is looked up.
 */
export async function openFinder(workspaceId: string, expectedRows: number): Promise<Finder> {
  const [row] = await sql()<{ contacts: string }[]>`
    select contacts from workspace_counts where workspace_id = ${workspaceId}`;
  return Number(row?.contacts) === 0 ? findAmongMet(expectedRows) : findInDatabase(workspaceId);
}

function findAmongMet(expectedRows: number): Finder {
  const met = new EmailHashes(expectedRows);
  return async ({ lines }) => {
    const unsure = Uint8Array.from(lines.hashes, (hash) => (met.has(hash) ? 1 : 0));
    for (const hash of lines.hashes) met.add(hash);
    return { stored: new Uint8Array(lines.count), unsure };
  };
}

function findInDatabase(workspaceId: string): Finder {
  let unwritten: ReadonlySet<string> = new Set();
  let unseen = 0;
  return async (batch) => {
    const before = unwritten;
    unwritten = new Set(batch.lines.emails);
    if (unseen > 0) {
      unseen--;
      return null;
    }
    const known = await sql().begin((tx) => lookUp(tx, workspaceId, batch, before));
    const stored = known.stored.reduce((sum, one) => sum + one, 0);
    if (stored > MOSTLY * batch.lines.count) unseen = UNSEEN_BATCHES;
    return known;
  };
}

/** Looks for a batch's e-mails in the workspace, one probe of the unique index each. `unwritten` may come meanwhile. */
export async function lookUp(
  tx: TransactionSql,
  workspaceId: string,
  { lines, order }: Batch,
  unwritten: ReadonlySet<string>,
): Promise<Known> {
  await tx.unsafe(ONLY_LOOK_UPS);
  const emails = order.map((index) => lines.emails[index] ?? "");
  const [row] = await tx<{ found: string | null }[]>`
    select string_agg(case when c.email is null then '0' else '1' end, '' order by e.n) as found
    from unnest(${emails}::text[]) with ordinality as e(email, n)
    left join contacts c on c.workspace_id = ${workspaceId} and c.email = e.email`;
  const known: Known = { stored: new Uint8Array(lines.count), unsure: new Uint8Array(lines.count) };
  order.forEach((index, at) => {
    if (row?.found?.[at] === "1") known.stored[index] = 1;
    else if (unwritten.has(lines.emails[index] ?? "")) known.unsure[index] = 1;
  });
  return known;
}
