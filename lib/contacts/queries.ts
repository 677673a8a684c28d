import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, db, isUniqueViolation, pg, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { contacts } from "@/db/schema";
import { type ChangeSet, creationsOf, entriesOf, newChangeSet, setRow, silently } from "@/lib/changes/record";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { fitCustomFields, requireFit } from "@/lib/fields/rules";
import { newId } from "@/lib/ids";
import { requireMatch } from "@/lib/precondition";
import { holds } from "@/lib/records";
import { tagsOfContacts } from "@/lib/tags/queries";
import { customFieldsProblem, mergeCustomFields } from "./custom-fields";
import { noteKeys } from "./custom-keys";
import { type ContactRow, columns, toContact } from "./rows";
import type { Contact, ContactChanges, NewContact } from "./schemas";
import { searched } from "./search-doc";
import { contactsOfPage, fromShown, type ShownContact } from "./shown";
import { unsubscribedAt } from "./unsubscribe";

const ONE = `with page as (select $2::uuid as id) ${contactsOfPage("$1::uuid")}`;

/** Throws 404 when the workspace has no such contact. */
export async function findContact(workspaceId: string, id: string): Promise<Contact> {
  const [row] = await pg().unsafe<ShownContact[]>(ONE, [workspaceId, id], { prepare: true });
  if (!row) throw notFound("Contact");
  return fromShown(row);
}

/** The existing contacts among these ids, with their tags, by id. */
export async function findContacts(workspaceId: string, ids: string[]): Promise<Map<string, Contact>> {
  if (ids.length === 0) return new Map();
  const [rows, tags] = await Promise.all([
    db()
      .select(columns)
      .from(contacts)
      .where(and(eq(contacts.workspace_id, workspaceId), inArray(contacts.id, ids))),
    tagsOfContacts(workspaceId, ids),
  ]);
  return new Map(rows.map((row) => [row.id, toContact(row, tags.get(row.id))]));
}

/** Throws what the change would throw, before keys are registered: a refused change must not use up room for keys. */
async function requireMergeable(workspaceId: string, id: string, changes: ContactChanges): Promise<void> {
  const [stored] = await db().select(columns).from(contacts).where(isContact(workspaceId, id));
  if (!stored) throw notFound("Contact");
  mergedFields(stored, changes);
  await requireFree(workspaceId, changes, id);
}

/** Throws 409 if another contact has the address or the external id. */
async function requireFree(
  workspaceId: string,
  { email, external_id }: Pick<ContactChanges, "email" | "external_id">,
  id: string | null = null,
): Promise<void> {
  const other = email ? await idOf(workspaceId, email) : null;
  if (other && other !== id) throw emailTaken(other);
  const namesake = external_id ? await idOf(workspaceId, external_id, "external_id") : null;
  if (namesake && namesake !== id) throw externalIdTaken(namesake);
}

function isContact(workspaceId: string, id: string) {
  return and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, id));
}

async function withTags(workspaceId: string, row: ContactRow): Promise<Contact> {
  const tags = await tagsOfContacts(workspaceId, [row.id]);
  return toContact(row, tags.get(row.id));
}

/**
 * Creates a contact. Throws 409 with the existing contact's id if the e-mail or external id is taken, or if one of its
 * custom fields is changed or deleted at the same moment; 400 for a value that does not fit its custom field. The
 * database knows which addresses have opted out.
 */
export async function createContact(workspaceId: string, values: NewContact): Promise<Contact> {
  const sent = values.custom_fields;
  const said = mergeCustomFields(null, sent ? await fitCustomFields(workspaceId, sent) : null);
  // Before its keys are registered: a refused contact must not use up room for keys.
  if (said) await requireFree(workspaceId, values);
  await noteKeys(workspaceId, Object.keys(said ?? {}));
  const set = newChangeSet(workspaceId, "contact_created");
  const [row] = await retryDeadlocks(() => {
    if (!sent || !said) return insertContact(db(), set, { ...values, custom_fields: null });
    return db().transaction(async (tx) => {
      const custom_fields = mergeCustomFields(null, await requireFit(tx, workspaceId, sent));
      return insertContact(tx, set, { ...values, custom_fields });
    });
  }).catch(async (error: unknown) => {
    throw await takenError(error, workspaceId, values);
  });
  if (!row) throw emailTaken(await idOf(workspaceId, values.email));
  return toContact(row);
}

/** One statement; it returns nothing if the address is taken. */
function insertContact(on: Pick<Database, "$with" | "insert" | "with">, set: ChangeSet, values: NewContact) {
  const { workspaceId } = set;
  const { custom_fields } = values;
  const made = on.$with("made").as(
    on
      .insert(contacts)
      .values({
        ...values,
        is_unsubscribed: values.is_unsubscribed || sql`is_opted_out(${workspaceId}, ${values.email})`,
        search_doc: searched("contact_search_doc", (name) =>
          name === "custom_fields"
            ? sql`${sql.param(custom_fields, contacts.custom_fields)}::jsonb`
            : sql`${values[name] ?? null}`,
        ),
        workspace_id: workspaceId,
        id: newId(),
        written_by: set.id,
      })
      .onConflictDoNothing({ target: [contacts.workspace_id, contacts.email] })
      .returning(columns),
  );
  const noted = silently("noted", setRow(set, "created", sql`from made`));
  const entry = silently("entry", creationsOf(set, sql`from made c`));
  return on.with(made, noted, entry).select().from(made);
}

async function idOf(
  workspaceId: string,
  value: string,
  column: "email" | "external_id" = "email",
): Promise<string | null> {
  const [row] = await db()
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts[column], value)));
  return row?.id ?? null;
}

function emailTaken(contact_id: string | null): ApiError {
  return new ApiError("CONFLICT", "A contact with this e-mail exists", { contact_id });
}

function externalIdTaken(contact_id: string | null): ApiError {
  const details = { reason: "external_id_taken", contact_id };
  return new ApiError("CONFLICT", "A contact with this external_id exists", details);
}

/** The error for a write that violated a unique index: 409 with the contact that already has the address, or the id. */
async function takenError(
  error: unknown,
  workspaceId: string,
  { email, external_id }: Pick<ContactChanges, "email" | "external_id">,
): Promise<unknown> {
  if (!isUniqueViolation(error)) return error;
  if (external_id && isUniqueViolation(error, "contacts_external_id"))
    return externalIdTaken(await idOf(workspaceId, external_id, "external_id"));
  return email ? emailTaken(await idOf(workspaceId, email)) : error;
}

/**
 * Changes the given fields; custom fields are merged key by key under a row lock, so that concurrent changes of
 * different keys both persist. Records nothing if the contact has these values already. Only `is_unsubscribed: false`,
 * sent here for a single contact, resubscribes anybody. Throws 404; 409 for a taken e-mail or external id, or for a custom
 * field that is changed or deleted at the same moment; 400 for a value that does not fit its custom field, or for more of
 * them than a contact can hold; 412 if `ifMatch` names another state.
 */
export async function updateContact(
  workspaceId: string,
  id: string,
  said: ContactChanges,
  ifMatch?: string,
): Promise<Contact> {
  // Checked before keys are registered, so that a refused change registers none, and again under the lock.
  if (ifMatch !== undefined) requireMatch(ifMatch, await findContact(workspaceId, id));
  const { custom_fields } = said;
  const changes = custom_fields
    ? { ...said, custom_fields: await fitCustomFields(workspaceId, custom_fields) }
    : said;
  const keys = Object.keys(mergeCustomFields(null, changes.custom_fields ?? null) ?? {});
  if (keys.length > 0) await requireMergeable(workspaceId, id, changes);
  await noteKeys(workspaceId, keys);
  const row = await retryDeadlocks(() => changeRow(workspaceId, id, said, ifMatch)).catch(
    async (error: unknown) => {
      throw await takenError(error, workspaceId, changes);
    },
  );
  if (!row) throw notFound("Contact");
  return withTags(workspaceId, row);
}

function changeRow(workspaceId: string, id: string, said: ContactChanges, ifMatch?: string) {
  const set = newChangeSet(workspaceId, "contact_edited");
  const itself = sql`from (select * from contacts where workspace_id = ${workspaceId} and id = ${id}) c`;
  return db().transaction(async (tx) => {
    const { custom_fields } = said;
    // Fields before contacts, as everywhere.
    const changes = custom_fields
      ? { ...said, custom_fields: await requireFit(tx, workspaceId, custom_fields) }
      : said;
    const stored = await lockContact(workspaceId, id, tx, ifMatch);
    if (changes.is_unsubscribed === false)
      await tx.execute(sql`select forget_opt_out(${workspaceId}, ${stored.email})`);
    const next = { ...changes, ...mergedFields(stored, changes) };
    const isSame = holds(stored, next);
    // A repeated opt-out is a decision of its own: undoing the other one leaves the contact alone.
    if (isSame && !changes.is_unsubscribed) return stored;
    // Sent together; the row is locked, so the second statement changes what the first recorded. The contact is read
    // again because the new address may have opted out.
    const [, , [updated]] = await Promise.all([
      tx.execute(
        sql`with noted as (${setRow(set, "changed", itself)}), entry as (${entriesOf(set, "changed", itself)}) select 1`,
      ),
      tx
        .update(contacts)
        .set({
          ...next,
          ...unsubscribedAt(changes),
          written_by: set.id,
          updated_at: isSame ? contacts.updated_at : sql`now()`,
        })
        .where(isContact(workspaceId, id)),
      tx.select(columns).from(contacts).where(isContact(workspaceId, id)),
    ]);
    return updated;
  });
}

/** A contact's row, locked. Throws 404, and 412 if `ifMatch` names another state. */
export async function lockContact(workspaceId: string, id: string, tx: Transaction, ifMatch?: string) {
  const [stored] = await tx.select(columns).from(contacts).where(isContact(workspaceId, id)).for("update");
  if (!stored) throw notFound("Contact");
  if (ifMatch === undefined) return stored;
  const tags = await tagsOfContacts(workspaceId, [id], tx);
  requireMatch(ifMatch, toContact(stored, tags.get(id)));
  return stored;
}

function mergedFields(stored: ContactRow, changes: ContactChanges) {
  if (changes.custom_fields === undefined) return {};
  const custom_fields = mergeCustomFields(stored.custom_fields, changes.custom_fields);
  const problem =
    custom_fields && !isLess(custom_fields, stored.custom_fields) && customFieldsProblem(custom_fields);
  if (problem) throw validationError([{ path: ["custom_fields"], code: "custom", message: problem }]);
  return { custom_fields };
}

/**
 * Whether no key was added. Several imports together can leave a contact with more than is allowed, which must be
 * repairable.
 */
function isLess(fields: Record<string, unknown>, stored: Record<string, unknown> | null): boolean {
  const keys = Object.keys(fields);
  return (
    stored !== null &&
    keys.length < Object.keys(stored).length &&
    keys.every((key) => fields[key] === stored[key])
  );
}
