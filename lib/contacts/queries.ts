import { and, count, desc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { db, isUniqueViolation } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { contacts, workspaceCounts } from "@/db/schema";
import { asSearch } from "@/db/work";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { toPage } from "@/lib/schemas";
import { type CarriedTags, tagsOfContacts } from "@/lib/tags/queries";
import { customFieldsProblem, mergeCustomFields } from "./custom-fields";
import { noteKeys } from "./custom-keys";
import { avatarUrl } from "./email";
import { textFieldsOf } from "./fields";
import { contactConditions } from "./filter";
import type { Contact, ContactChanges, ContactFilter, NewContact } from "./schemas";

const columns = {
  id: contacts.id,
  workspace_id: contacts.workspace_id,
  email: contacts.email,
  ...textFieldsOf(contacts),
  is_unsubscribed: contacts.is_unsubscribed,
  custom_fields: contacts.custom_fields,
  import_id: contacts.import_id,
  import_row: contacts.import_row,
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

type ContactRow = Omit<Contact, "avatar_url" | keyof CarriedTags | "created_at" | "updated_at"> & {
  created_at: Date;
  updated_at: Date;
};

function toContact(row: ContactRow, carried: CarriedTags = { tags: [], has_more_tags: false }): Contact {
  return {
    ...row,
    avatar_url: avatarUrl(row.email),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...carried,
  };
}

/**
 * A page of contacts, newest first, each with its tags, and the exact total under the filter. Ids come from the
 * covering primary key alone; only the page's rows are then read (all columns at once took 2 to 10 times longer).
 */
export async function listContacts(
  workspaceId: string,
  { cursor, limit, ...filter }: ContactFilter & { cursor?: string | undefined; limit: number },
) {
  const { rows, total } = isSearch(filter)
    ? await asSearch(() => searchPage(workspaceId, filter, cursor, limit))
    : await together(workspaceId, filter, cursor, limit);
  const ids = rows.map(({ id }) => id);
  const tags = await tagsOfContacts(workspaceId, ids);
  return toPage(
    rows.map((row) => toContact(row, tags.get(row.id))),
    limit,
    total,
  );
}

interface FoundPage {
  rows: ContactRow[];
  total: number;
}

/** The total is beyond the page, so both are asked for at a time. */
async function together(
  workspaceId: string,
  filter: ContactFilter,
  cursor: string | undefined,
  limit: number,
): Promise<FoundPage> {
  const [rows, total] = await Promise.all([
    readPage(workspaceId, filter, cursor, limit),
    countContacts(workspaceId, filter),
  ]);
  return { rows, total };
}

/**
 * A search reads the workspace's index once: the total goes on where the first page ended, if there is anything left.
 */
async function searchPage(
  workspaceId: string,
  filter: ContactFilter,
  cursor: string | undefined,
  limit: number,
): Promise<FoundPage> {
  if (cursor) return together(workspaceId, filter, cursor, limit);
  const rows = await readPage(workspaceId, filter, undefined, limit);
  const last = rows.at(-1);
  if (!last || rows.length <= limit) return { rows, total: rows.length };
  return { rows, total: rows.length + (await countFound(workspaceId, filter, last.id)) };
}

/** Whether contacts must be looked at one by one, all of them when few are found. */
function isSearch({ search, tag_ids }: ContactFilter): boolean {
  return Boolean(search || tag_ids?.length);
}

function readPage(workspaceId: string, filter: ContactFilter, cursor: string | undefined, limit: number) {
  const ids = db()
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(contactConditions(workspaceId, filter), cursor ? lt(contacts.id, cursor) : undefined))
    .orderBy(desc(contacts.id))
    .limit(limit + 1)
    .as("ids");
  return db()
    .select(columns)
    .from(ids)
    .innerJoin(contacts, and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, ids.id)))
    .orderBy(desc(ids.id));
}

/** Exact. Without search and tags it is read from the counters, else counted over the covering index. */
export async function countContacts(workspaceId: string, filter: ContactFilter): Promise<number> {
  if (isSearch(filter)) return countFound(workspaceId, filter);
  const [counts] = await db()
    .select({ contacts: workspaceCounts.contacts, unsubscribed: workspaceCounts.unsubscribed })
    .from(workspaceCounts)
    .where(eq(workspaceCounts.workspace_id, workspaceId));
  if (!counts) return 0;
  if (filter.is_unsubscribed === undefined) return counts.contacts;
  return filter.is_unsubscribed ? counts.unsubscribed : counts.contacts - counts.unsubscribed;
}

/** How many a search finds, all of them or those after one. */
async function countFound(workspaceId: string, filter: ContactFilter, after?: string): Promise<number> {
  const [row] = await db()
    .select({ n: count() })
    .from(contacts)
    .where(and(contactConditions(workspaceId, filter), after ? lt(contacts.id, after) : undefined));
  return row?.n ?? 0;
}

/** Throws 404 when the workspace has no such contact. */
export async function findContact(workspaceId: string, id: string): Promise<Contact> {
  const [row] = await db().select(columns).from(contacts).where(isContact(workspaceId, id));
  if (!row) throw notFound("Contact");
  return withTags(workspaceId, row);
}

/** Throws what the change would throw, before its keys are noted: what is refused must not take up room for keys. */
async function requireMergeable(workspaceId: string, id: string, changes: ContactChanges): Promise<void> {
  const [stored] = await db().select(columns).from(contacts).where(isContact(workspaceId, id));
  if (!stored) throw notFound("Contact");
  mergedFields(stored, changes);
  const other = changes.email ? await idOf(workspaceId, changes.email) : null;
  if (changes.email && other && other !== id) throw await emailTaken(workspaceId, changes.email);
}

function isContact(workspaceId: string, id: string) {
  return and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, id));
}

async function withTags(workspaceId: string, row: ContactRow): Promise<Contact> {
  const tags = await tagsOfContacts(workspaceId, [row.id]);
  return toContact(row, tags.get(row.id));
}

/** Throws 409 with the existing contact's id when the e-mail is taken. The database says who opted out before. */
export async function createContact(workspaceId: string, values: NewContact): Promise<Contact> {
  const custom_fields = mergeCustomFields(null, values.custom_fields ?? null);
  // Before its keys are noted: what is refused must not take up room for keys.
  if (custom_fields && (await idOf(workspaceId, values.email)))
    throw await emailTaken(workspaceId, values.email);
  await noteKeys(workspaceId, Object.keys(custom_fields ?? {}));
  const [row] = await retryDeadlocks(() =>
    db()
      .insert(contacts)
      .values({
        ...values,
        is_unsubscribed: values.is_unsubscribed || sql`is_opted_out(${workspaceId}, ${values.email})`,
        custom_fields,
        search_doc: sql`contact_search_doc(${values.email}, ${values.first_name}, ${values.last_name ?? null},
          ${values.company ?? null}, ${values.phone ?? null}, ${sql.param(custom_fields, contacts.custom_fields)}::jsonb)`,
        workspace_id: workspaceId,
        id: newId(),
      })
      .onConflictDoNothing({ target: [contacts.workspace_id, contacts.email] })
      .returning(columns),
  );
  if (!row) throw await emailTaken(workspaceId, values.email);
  return toContact(row);
}

async function idOf(workspaceId: string, email: string): Promise<string | null> {
  const [row] = await db()
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts.email, email)));
  return row?.id ?? null;
}

async function emailTaken(workspaceId: string, email: string): Promise<ApiError> {
  const contact_id = await idOf(workspaceId, email);
  return new ApiError("CONFLICT", "A contact with this e-mail exists", { contact_id });
}

/**
 * Changes the given fields; custom fields merge key by key under a row lock, so that two changes of different keys
 * both last. Only `is_unsubscribed: false`, said here of one contact, subscribes somebody again. Throws 404, 409 for a taken e-mail, 400 when the merged custom fields exceed their limits.
 */
export async function updateContact(
  workspaceId: string,
  id: string,
  changes: ContactChanges,
): Promise<Contact> {
  const keys = Object.keys(mergeCustomFields(null, changes.custom_fields ?? null) ?? {});
  if (keys.length > 0) await requireMergeable(workspaceId, id, changes);
  await noteKeys(workspaceId, keys);
  const row = await retryDeadlocks(() => changeRow(workspaceId, id, changes)).catch(
    async (error: unknown) => {
      if (changes.email && isUniqueViolation(error)) throw await emailTaken(workspaceId, changes.email);
      throw error;
    },
  );
  if (!row) throw notFound("Contact");
  return withTags(workspaceId, row);
}

function changeRow(workspaceId: string, id: string, changes: ContactChanges) {
  return db().transaction(async (tx) => {
    const [stored] = await tx.select(columns).from(contacts).where(isContact(workspaceId, id)).for("update");
    if (!stored) throw notFound("Contact");
    if (Object.values(changes).every((value) => value === undefined)) return stored;
    if (changes.is_unsubscribed === false)
      await tx.execute(sql`select forget_opt_out(${workspaceId}, ${stored.email})`);
    await tx
      .update(contacts)
      .set({
        ...changes,
        ...mergedFields(stored, changes),
        ...unsubscribedAt(changes),
        written_by: null,
        updated_at: sql`now()`,
      })
      .where(isContact(workspaceId, id));
    // Read again: another address may have opted out.
    const [updated] = await tx.select(columns).from(contacts).where(isContact(workspaceId, id));
    return updated;
  });
}

/** The moment of the unsubscribe, kept when it is said again; the column tells the value before the update. */
function unsubscribedAt({ is_unsubscribed }: Pick<ContactChanges, "is_unsubscribed">) {
  if (is_unsubscribed === undefined) return {};
  if (!is_unsubscribed)
    return {
      unsubscribed_at: null,
      resubscribed_at: sql`case when is_unsubscribed then now() else resubscribed_at end`,
    };
  return { unsubscribed_at: sql`case when is_unsubscribed then unsubscribed_at else now() end` };
}

function mergedFields(stored: ContactRow, changes: ContactChanges) {
  if (changes.custom_fields === undefined) return {};
  const custom_fields = mergeCustomFields(stored.custom_fields, changes.custom_fields);
  const problem =
    custom_fields && !isLess(custom_fields, stored.custom_fields) && customFieldsProblem(custom_fields);
  if (problem) throw validationError([{ path: ["custom_fields"], code: "custom", message: problem }]);
  return { custom_fields };
}

/** Whether nothing was added. Several imports can leave a contact with more than is allowed, which must be mendable. */
function isLess(fields: Record<string, unknown>, stored: Record<string, unknown> | null): boolean {
  const keys = Object.keys(fields);
  return (
    stored !== null &&
    keys.length < Object.keys(stored).length &&
    keys.every((key) => fields[key] === stored[key])
  );
}

/**
 * How many of these contacts were subscribed until now; unknown and foreign ids are ignored. Those that an import
 * unsubscribed are written too, so that its undo leaves them alone.
 */
export async function unsubscribeContacts(workspaceId: string, ids: string[]): Promise<number> {
  const named = db()
    .$with("named")
    .as(
      db()
        .select({ id: contacts.id, was: sql<boolean>`${contacts.is_unsubscribed}`.as("was") })
        .from(contacts)
        .where(
          and(
            eq(contacts.workspace_id, workspaceId),
            inArray(contacts.id, ids),
            or(eq(contacts.is_unsubscribed, false), isNotNull(contacts.written_by)),
          ),
        )
        .orderBy(contacts.email)
        .for("no key update"),
    );
  const rows = await retryDeadlocks(() =>
    db()
      .with(named)
      .update(contacts)
      .set({
        ...unsubscribedAt({ is_unsubscribed: true }),
        is_unsubscribed: true,
        written_by: null,
        updated_at: sql`now()`,
      })
      .from(named)
      .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, named.id)))
      .returning({ was: named.was }),
  );
  return rows.filter(({ was }) => !was).length;
}
