import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { db, isUniqueViolation } from "@/db/client";
import { despiteDeadlocks } from "@/db/deadlock";
import { contactTags, tags } from "@/db/schema";
import { ApiError, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { inTurn } from "@/lib/workspaces/turns";
import type { NewTag, Tag, TagChanges } from "./schemas";

const columns = {
  id: tags.id,
  workspace_id: tags.workspace_id,
  name: tags.name,
  color: tags.color,
  emoji: tags.emoji,
  created_at: tags.created_at,
};

type TagRow = Omit<Tag, "created_at"> & { created_at: Date };

function toTag(row: TagRow): Tag {
  return { ...row, created_at: row.created_at.toISOString() };
}

/** All tags by name, each with the number of its contacts. */
export async function listTags(workspaceId: string) {
  const counts = db()
    .select({ tag_id: contactTags.tag_id, n: count().as("n") })
    .from(contactTags)
    .where(eq(contactTags.workspace_id, workspaceId))
    .groupBy(contactTags.tag_id)
    .as("counts");
  const rows = await db()
    .select({ ...columns, contact_count: sql<number>`coalesce(${counts.n}, 0)::int` })
    .from(tags)
    .leftJoin(counts, eq(counts.tag_id, tags.id))
    .where(eq(tags.workspace_id, workspaceId))
    .orderBy(asc(tags.name_key));
  return rows.map(({ contact_count, ...row }) => ({ ...toTag(row), contact_count }));
}

/** Throws 404 when the workspace has no such tag. */
export async function findTag(workspaceId: string, id: string): Promise<Tag> {
  const [row] = await db()
    .select(columns)
    .from(tags)
    .where(and(eq(tags.workspace_id, workspaceId), eq(tags.id, id)));
  if (!row) throw notFound("Tag");
  return toTag(row);
}

/** Throws 409 when the name is taken, in any case, or when the workspace has as many tags as it may. */
export async function createTag(workspaceId: string, values: NewTag): Promise<Tag> {
  const row = await inTurn(workspaceId, async (tx) => {
    const [held] = await tx.select({ n: count() }).from(tags).where(eq(tags.workspace_id, workspaceId));
    if ((held?.n ?? 0) >= LIMITS.tags_per_workspace.max) return "full";
    const [made] = await tx
      .insert(tags)
      .values({ workspace_id: workspaceId, id: newId(), ...values })
      .onConflictDoNothing({ target: [tags.workspace_id, tags.name_key] })
      .returning(columns);
    return made;
  });
  if (row && row !== "full") return toTag(row);
  const taken = await nameTaken(workspaceId, values.name);
  if (!row || taken.tagId) throw taken.error;
  const { max } = LIMITS.tags_per_workspace;
  throw limitReached("tags_per_workspace", `A workspace has at most ${max} tags. Delete one first.`);
}

/** Absent fields keep their values. Throws 404, or 409 when the name is taken by another tag. */
export async function updateTag(workspaceId: string, id: string, changes: TagChanges): Promise<Tag> {
  if (Object.values(changes).every((value) => value === undefined)) return findTag(workspaceId, id);
  const [row] = await despiteDeadlocks(() =>
    db()
      .update(tags)
      .set(changes)
      .where(and(eq(tags.workspace_id, workspaceId), eq(tags.id, id)))
      .returning(columns),
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

/** Deletes the tag and takes it off all contacts. Throws 404. */
export async function deleteTag(workspaceId: string, id: string): Promise<void> {
  const rows = await despiteDeadlocks(() =>
    db()
      .delete(tags)
      .where(and(eq(tags.workspace_id, workspaceId), eq(tags.id, id)))
      .returning({ id: tags.id }),
  );
  if (rows.length === 0) throw notFound("Tag");
}

/** The tags of these contacts, by name, keyed by contact id. */
export async function tagsOfContacts(workspaceId: string, contactIds: string[]): Promise<Map<string, Tag[]>> {
  const byContact = new Map<string, Tag[]>(contactIds.map((id) => [id, []]));
  if (contactIds.length === 0) return byContact;
  const rows = await db()
    .select({ ...columns, contact_id: contactTags.contact_id })
    .from(contactTags)
    .innerJoin(tags, and(eq(tags.workspace_id, contactTags.workspace_id), eq(tags.id, contactTags.tag_id)))
    .where(and(eq(contactTags.workspace_id, workspaceId), inArray(contactTags.contact_id, contactIds)))
    .orderBy(asc(tags.name_key));
  for (const { contact_id, ...row } of rows) byContact.get(contact_id)?.push(toTag(row));
  return byContact;
}

/** Those of the ids that are no tags of the workspace. */
export async function unknownTags(workspaceId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.workspace_id, workspaceId), inArray(tags.id, ids)));
  const known = new Set(rows.map((row) => row.id));
  return [...new Set(ids)].filter((id) => !known.has(id));
}
