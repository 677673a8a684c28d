import { and, count, eq, inArray, like, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { contacts, contactTags } from "@/db/schema";
import type { ContactFilter } from "./schemas";

/** The conditions of a filter, workspace first. Lists, totals and exports share them. */
export function contactConditions(workspaceId: string, filter: ContactFilter): SQL | undefined {
  return and(
    eq(contacts.workspace_id, workspaceId),
    filter.search ? like(contacts.search_doc, containing(filter.search)) : undefined,
    filter.is_unsubscribed === undefined ? undefined : eq(contacts.is_unsubscribed, filter.is_unsubscribed),
    filter.tag_ids?.length
      ? inArray(contacts.id, taggedIds(workspaceId, filter.tag_ids, filter.tag_match))
      : undefined,
  );
}

/** A LIKE pattern in which `%`, `_` and `\` of the searched text are ordinary characters. */
function containing(search: string): SQL {
  const escaped = search.replace(/[\\%_]/g, "\\$&");
  return sql`'%' || fold_text(${escaped}::text) || '%'`;
}

function taggedIds(workspaceId: string, tagIds: string[], match: ContactFilter["tag_match"]) {
  const unique = [...new Set(tagIds)];
  const tagged = db()
    .select({ id: contactTags.contact_id })
    .from(contactTags)
    .where(and(eq(contactTags.workspace_id, workspaceId), inArray(contactTags.tag_id, unique)));
  if (match !== "all" || unique.length === 1) return tagged;
  return tagged.groupBy(contactTags.contact_id).having(eq(count(), unique.length));
}
