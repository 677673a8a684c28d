import { type SQL, sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import { isFiltering, tagConditions, taggedIds } from "./filter";
import type { ContactFilter } from "./filter-schemas";

/**
 * What a list reads for a filter by tags, with or without an opt-out: a part of a `with`, the page's ids, and the exact
 * total.
 */
interface ByTags {
  /** Defines `matched`, with all matching ids; null if there are too many to read. */
  matched: SQL | null;
  total: SQL;
  page(limit: number, before: string | undefined): SQL;
}

/**
 * A filter by nothing but tags and opt-outs is answered from the links and the opt-out index, which are smaller than
 * the contacts. Null for any other filter.
 */
export function byTags(workspaceId: string, filter: ContactFilter): ByTags | null {
  const { tag_ids: tags = [], tag_match, has_tags, is_unsubscribed: is, ...others } = filter;
  const isAbout = tags.length > 0 || has_tags !== undefined;
  if (!isAbout || isFiltering(others)) return null;
  const ours = sql`${contacts.workspace_id} = ${workspaceId}`;
  const left = sql`select ${contacts.id} as id from ${contacts} where ${ours} and ${contacts.is_unsubscribed}`;
  if (has_tags === false && tags.length === 0) {
    if (is) return fromMatched(sql`${left} and ${tagConditions(workspaceId, filter, sql`${contacts.id}`)}`);
    return is === false ? withoutTags(workspaceId, left) : null;
  }
  const tagged = tags.length
    ? sql`select ${tag_match === "all" ? sql`` : sql`distinct`} l.id from (${taggedIds(workspaceId, tags, tag_match)}) l(id)`
    : sql`select distinct l.contact_id as id from contact_tags l where l.workspace_id = ${workspaceId}`;
  const found = has_tags === false ? sql`select n.id from (${tagged}) n where false` : tagged;
  if (is === undefined) return fromMatched(found);
  if (is) return fromMatched(sql`${left} and ${contacts.id} in (${found})`);
  return fromMatched(sql`select t.id from (${found}) t where t.id not in (${left})`);
}

function fromMatched(matched: SQL): ByTags {
  return {
    matched: sql`matched as materialized (${matched}),`,
    total: sql`select count(*) from matched`,
    page: (limit, before) => sql`
      select id from matched where ${before ? sql`id < ${before}::uuid` : sql`true`} order by id desc limit ${sql.raw(String(limit))}`,
  };
}

/** Subscribed contacts without tags are nearly all contacts, so those excluded are counted instead. */
function withoutTags(workspaceId: string, left: SQL): ByTags {
  const links = sql`contact_tags l where l.workspace_id = ${workspaceId}`;
  return {
    matched: null,
    total: sql`select (
        select coalesce(sum(n.contacts - n.unsubscribed), 0) from workspace_counts n where n.workspace_id = ${workspaceId}
      ) - (select count(*) from (select from ${links} group by l.contact_id) tagged)
      + (select count(*) from (${left}) gone where exists (select from ${links} and l.contact_id = gone.id))`,
    // One lookup per contact: for a join, the planner might read all tags.
    page: (limit, before) => sql`
      select c.id from contacts c where c.workspace_id = ${workspaceId} and not c.is_unsubscribed
        and (select true from ${links} and l.contact_id = c.id limit 1) is null
        ${before ? sql`and c.id < ${before}::uuid` : sql``} order by c.id desc limit ${sql.raw(String(limit))}`,
  };
}
