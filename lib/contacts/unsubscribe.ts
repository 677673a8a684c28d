import { and, eq, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { either } from "@/db/either";
import { contacts } from "@/db/schema";
import {
  type ChangeSet,
  entriesOf,
  idArray,
  inChangeSet,
  newChangeSet,
  setRow,
  silently,
} from "@/lib/changes/record";
import type { ContactChanges } from "./schemas";

const { is_unsubscribed: was, unsubscribed_at, resubscribed_at } = contacts;

/** The time of the unsubscribe, which a repetition keeps; the column still has the value before the update. */
export function unsubscribedAt({ is_unsubscribed }: Pick<ContactChanges, "is_unsubscribed">) {
  if (is_unsubscribed === undefined) return {};
  if (!is_unsubscribed)
    return {
      unsubscribed_at: null,
      resubscribed_at: either(was, sql`now()`, resubscribed_at),
    };
  return { unsubscribed_at: either(was, unsubscribed_at, sql`now()`) };
}

/**
 * Unsubscribes contacts and returns how many were subscribed until now; unknown and foreign ids are ignored. Contacts
 * unsubscribed by another change set become this one's, so that undoing the other leaves them alone.
 */
export async function unsubscribeContacts(workspaceId: string, ids: string[], continues?: string) {
  const set = newChangeSet(workspaceId, "contacts_unsubscribed", { continues });
  const rows = await retryDeadlocks(() => inChangeSet(set, (tx) => unsubscribeFor(tx, set, ids)));
  const unsubscribed = rows.filter(({ was }) => !was).length;
  return { unsubscribed, change_id: rows.length > 0 ? set.id : null };
}

/** The same within a transaction; returns what each written contact was before. */
export function unsubscribeFor(tx: Transaction, set: ChangeSet, ids: string[]) {
  const { workspaceId } = set;
  const named = db()
    .$with("named")
    .as(
      db()
        .select()
        .from(contacts)
        .where(
          and(
            eq(contacts.workspace_id, workspaceId),
            sql`${contacts.id} = any(${idArray(ids)})`,
            or(eq(contacts.is_unsubscribed, false), ne(contacts.written_by, set.id)),
          ),
        )
        .orderBy(contacts.email)
        .for("no key update"),
    );
  const noted = silently("noted", setRow(set, "changed", sql`from named`));
  const entry = silently("entry", entriesOf(set, "changed", sql`from named c`));
  return tx
    .with(named, noted, entry)
    .update(contacts)
    .set({
      ...unsubscribedAt({ is_unsubscribed: true }),
      is_unsubscribed: true,
      written_by: set.id,
      updated_at: either(was, contacts.updated_at, sql`now()`),
    })
    .from(named)
    .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, named.id)))
    .returning({ was: named.is_unsubscribed });
}
