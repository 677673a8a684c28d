import { and, asc, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { db, isUniqueViolation, pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { contactTags, tags } from "@/db/schema";
import { newChangeSet, noteTag, setRow, silently, tagCreation } from "@/lib/changes/record";
import { ApiError, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { requireMatch } from "@/lib/precondition";
import { fieldsOf, holds, recordOf } from "@/lib/records";
import { inTurn } from "@/lib/workspaces/turns";
import { type ListedTag, listedTag, type NewTag, type Tag, type TagChanges, tag } from "./schemas";

const columns = getTableColumns(tags);
const toTag = (row: typeof tags.$inferSelect): Tag => recordOf(tag, row);

const MOST_TAGS = LIMITS.tags_per_workspace.max;

const listText = (after: string) => `
  select ${fieldsOf(tag.shape, "t")}, t.name_key, coalesce(held.n, 0)::int as contact_count
  from tags t
  left join (
    select c.tag_id, sum(c.contacts) as n from tag_counts c where c.workspace_id = $1 group by c.tag_id) held on held.tag_id = t.id
  where t.workspace_id = $1 ${after}
  order by t.name_key limit ${MOST_TAGS + 1}`;
const LIST = { first: listText(""), next: listText("and t.name_key > $2") };

/**
 * All tags by name, each with the number of its contacts. A workspace with more than the maximum gets that many at
 * once; `nextCursor` is where the others begin.
 */
export async function listTags(workspaceId: string, cursor?: string) {
  const [text, parameters] = cursor ? [LIST.next, [workspaceId, cursor]] : [LIST.first, [workspaceId]];
  const rows = await pg().unsafe<(ListedTag & { name_key: string })[]>(text, parameters, { prepare: true });
  const data = rows.slice(0, MOST_TAGS).map((row) => recordOf(listedTag, row));
  return { data, nextCursor: rows.length > MOST_TAGS ? (rows[MOST_TAGS - 1]?.name_key ?? null) : null };
}

/** Throws 404 when the workspace has no such tag. */
export async function findTag(workspaceId: string, id: string): Promise<Tag> {
  const [row] = await db()
    .select()
    .from(tags)
    .where(and(eq(tags.workspace_id, workspaceId), eq(tags.id, id)));
  if (!row) throw notFound("Tag");
  return toTag(row);
}

/** Throws 409 when the name is taken, in any case, or when the workspace has the maximum number of tags. */
export async function createTag(workspaceId: string, values: NewTag): Promise<Tag> {
  const id = newId();
  const set = newChangeSet(workspaceId, "tag_created", { tagId: id });
  const row = await inTurn(workspaceId, async (tx) => {
    const [held] = await tx.select({ n: count() }).from(tags).where(eq(tags.workspace_id, workspaceId));
    if ((held?.n ?? 0) >= LIMITS.tags_per_workspace.max) return "full";
    const made = tx.$with("made").as(
      tx
        .insert(tags)
        .values({ workspace_id: workspaceId, id, ...values, written_by: set.id })
        .onConflictDoNothing({ target: [tags.workspace_id, tags.name_key] })
        .returning(),
    );
    const noted = silently("noted", setRow(set, "tags", sql`from made`));
    const entry = silently("entry", tagCreation(set, sql`from made c`));
    const [row] = await tx.with(made, noted, entry).select().from(made);
    return row;
  });
  if (row && row !== "full") return toTag(row);
  const taken = await nameTaken(workspaceId, values.name);
  if (!row || taken.tagId) throw taken.error;
  const { max } = LIMITS.tags_per_workspace;
  throw limitReached("tags_per_workspace", `A workspace has at most ${max} tags. Delete one first.`);
}

/**
 * Absent fields keep their values; nothing is recorded if none changes. Throws 404, 409 when the name is taken by
 * another tag, or 412.
 */
export async function updateTag(
  workspaceId: string,
  id: string,
  changes: TagChanges,
  ifMatch?: string,
): Promise<Tag> {
  const set = newChangeSet(workspaceId, "tag_edited", { tagId: id });
  const itself = and(eq(tags.workspace_id, workspaceId), eq(tags.id, id));
  const row = await retryDeadlocks(() =>
    db().transaction(async (tx) => {
      const [stored] = await tx.select().from(tags).where(itself).for("no key update");
      if (!stored) throw notFound("Tag");
      requireMatch(ifMatch, toTag(stored));
      if (holds(stored, changes)) return stored;
      const [, [updated]] = await Promise.all([
        tx.execute(noteTag(set, id, "changed")),
        tx
          .update(tags)
          .set({ ...changes, import_id: null, written_by: set.id })
          .where(itself)
          .returning(),
      ]);
      return updated;
    }),
  ).catch(async (error: unknown) => {
    if (changes.name !== undefined && isUniqueViolation(error))
      throw (await nameTaken(workspaceId, changes.name)).error;
    throw error;
  });
  if (!row) throw notFound("Tag");
  return toTag(row);
}

async function nameTaken(workspaceId: string, name: string) {
  const [row] = await db()
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.workspace_id, workspaceId), eq(tags.name_key, sql`fold_text(${name})`)));
  const tagId = row?.id ?? null;
  return { tagId, error: new ApiError("CONFLICT", "A tag with this name exists", { tag_id: tagId }) };
}

/** Deletes the tag and removes it from all contacts. Throws 404, 412 when `ifMatch` names another state. */
export async function deleteTag(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  const set = newChangeSet(workspaceId, "tag_deleted", { tagId: id });
  const itself = and(eq(tags.workspace_id, workspaceId), eq(tags.id, id));
  const [, , rows] = await retryDeadlocks(() =>
    db().transaction(async (tx) => {
      if (ifMatch !== undefined) {
        const [stored] = await tx.select().from(tags).where(itself).for("update");
        if (!stored) throw notFound("Tag");
        requireMatch(ifMatch, toTag(stored));
      }
      return Promise.all([
        // A concurrent writer that adds it to a contact has finished before its contacts are recorded.
        tx.select({ id: tags.id }).from(tags).where(itself).for("update"),
        tx.execute(noteTag(set, id, "deleted")),
        tx.delete(tags).where(itself).returning({ id: tags.id }),
      ]);
    }),
  );
  if (rows.length === 0) throw notFound("Tag");
}

/** The tags of a contact that are shown. */
export interface CarriedTags {
  tags: Tag[];
  /** It has more than the maximum: those from before that limit are not read. */
  has_more_tags: boolean;
}

/** The tags of these contacts, by name, keyed by contact id: for one with more than 100, the 100 oldest. */
export async function tagsOfContacts(
  workspaceId: string,
  contactIds: string[],
  on: Pick<ReturnType<typeof db>, "select"> = db(),
): Promise<Map<string, CarriedTags>> {
  const byContact = new Map<string, CarriedTags>(
    contactIds.map((id) => [id, { tags: [], has_more_tags: false }]),
  );
  if (contactIds.length === 0) return byContact;
  const { max } = LIMITS.tags_per_contact;
  const rows = await on
    .select({ ...columns, contact_id: sql<string>`c.id`, n: sql<number>`carried.n::int` })
    .from(sql`unnest(${`{${contactIds.join(",")}}`}::uuid[]) as c(id)`)
    .innerJoin(
      sql`lateral (
        select tag_id, row_number() over (order by tag_id) as n from ${contactTags}
        where workspace_id = ${workspaceId} and contact_id = c.id order by tag_id limit ${max + 1}) carried`,
      sql`true`,
    )
    .innerJoin(tags, and(eq(tags.workspace_id, workspaceId), eq(tags.id, sql`carried.tag_id`)))
    .orderBy(asc(tags.name_key));
  for (const { contact_id, n, ...row } of rows) {
    const carried = byContact.get(contact_id);
    if (carried && n > max) carried.has_more_tags = true;
    else carried?.tags.push(toTag(row));
  }
  return byContact;
}

/** Those of the ids that are not tags of the workspace. */
export async function unknownTags(
  workspaceId: string,
  ids: string[],
  on: Pick<ReturnType<typeof db>, "select"> = db(),
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await on
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.workspace_id, workspaceId), inArray(tags.id, ids)));
  const known = new Set(rows.map((row) => row.id));
  return [...new Set(ids)].filter((id) => !known.has(id));
}
