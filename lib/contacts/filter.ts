import { and, count, eq, gte, inArray, isNull, like, lt, not, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { contacts, contactTags } from "@/db/schema";
import { isCustom } from "./filter-custom";
import { CONDITIONS, type ContactFilter } from "./filter-schemas";
import { searched } from "./search-doc";
import { foldSearch } from "./search-fold";
import { COUNTRY_CODE } from "./search-phone";
import { type PhoneSearch, readSearch, type Search } from "./search-words";
import { KEY_LENGTH, sortKey } from "./sort-keys";

/** The conditions of a filter, workspace first; used by lists, totals, exports and bulk actions. */
export function contactConditions(workspaceId: string, filter: ContactFilter): SQL | undefined {
  return and(
    eq(contacts.workspace_id, workspaceId),
    filter.search ? searchCondition(workspaceId, readSearch(filter.search)) : undefined,
    filter.is_unsubscribed === undefined ? undefined : eq(contacts.is_unsubscribed, filter.is_unsubscribed),
    ...ofTags(workspaceId, filter, sql`${contacts.id}`),
    filter.import_id === undefined ? undefined : eq(contacts.import_id, filter.import_id),
    filter.company ? isOfCompany(filter.company) : undefined,
    ...moments(filter),
    ...Object.entries(filter.custom_fields ?? {}).map(([key, wanted]) => isCustom(key, wanted)),
    filter.within && contactConditions(workspaceId, filter.within),
  );
}

/** Whether a filter excludes any contacts, so that the rest must be counted. Other parameters of a page are ignored. */
export function isFiltering({ within, ...filter }: ContactFilter): boolean {
  if (within && isFiltering(within)) return true;
  return CONDITIONS.some((name) => !isAbsent(filter[name]));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The tag conditions of a filter for the contact `id`: the only ones that need other tables. */
export function tagConditions(workspaceId: string, filter: ContactFilter, id: SQL): SQL | undefined {
  return and(
    ...ofTags(workspaceId, filter, id),
    filter.within && tagConditions(workspaceId, filter.within, id),
  );
}

/** The other conditions of a filter. */
export function withoutTags({
  tag_ids: _tags,
  tag_match: _match,
  has_tags: _has,
  within,
  ...own
}: ContactFilter): ContactFilter {
  return within ? { ...own, within: withoutTags(within) } : own;
}

function ofTags(
  workspaceId: string,
  { tag_ids, tag_match, has_tags }: ContactFilter,
  id: SQL,
): (SQL | undefined)[] {
  return [
    tag_ids?.length ? sql`${id} in ${taggedIds(workspaceId, tag_ids, tag_match)}` : undefined,
    has_tags === undefined ? undefined : hasTags(workspaceId, has_tags, id),
  ];
}

function hasTags(workspaceId: string, wanted: boolean, id: SQL): SQL {
  const tagged = sql`exists (
    select from ${contactTags} l where l.workspace_id = ${workspaceId} and l.contact_id = ${id})`;
  return wanted ? tagged : not(tagged);
}

/** Compares the truncated sort key of companies first, and only then the whole name, which is slow to fold. */
function isOfCompany(name: string): SQL {
  const folded = foldSearch(name);
  const cut = [...folded].slice(0, KEY_LENGTH).join("");
  return sql`case when ${sql.raw(sortKey("company", "contacts"))} = ${cut}
    then fold_search(${contacts.company}) = ${folded} else false end`;
}

function moments(filter: ContactFilter): (SQL | undefined)[] {
  const { created_since, created_before, updated_since, updated_before, unsubscribed_since } = filter;
  return [
    created_since === undefined ? undefined : gte(contacts.created_at, new Date(created_since)),
    created_before === undefined ? undefined : lt(contacts.created_at, new Date(created_before)),
    updated_since === undefined ? undefined : gte(contacts.updated_at, new Date(updated_since)),
    updated_before === undefined ? undefined : lt(contacts.updated_at, new Date(updated_before)),
    unsubscribed_since === undefined
      ? undefined
      : and(contacts.is_unsubscribed, gte(contacts.unsubscribed_at, new Date(unsubscribed_since))),
  ];
}

/**
 * Read from the covering index alone, except for the few contacts whose text does not fit into it: they have a separate
 * index, which is read once.
 */
function searchCondition(workspaceId: string, search: Search): SQL | undefined {
  const found = finds(search, contacts.search_doc);
  if (!found) return undefined;
  const long = db()
    .$with("long")
    .as(
      db()
        .select({
          id: contacts.id,
          said: searched("searchable_text", (name) => sql`${contacts[name]}`).as("said"),
        })
        .from(contacts)
        .where(and(eq(contacts.workspace_id, workspaceId), isNull(contacts.search_doc))),
    );
  const foundLong = db()
    .with(long)
    .select({ id: long.id })
    .from(long)
    .where(finds(search, sql`${long.said}`));
  return or(found, and(isNull(contacts.search_doc), inArray(contacts.id, foundLong)));
}

type Searched = typeof contacts.search_doc | SQL;

/** The text must contain every word of a search. */
function finds({ words, phones }: Search, text: Searched): SQL | undefined {
  return and(...words.map((word) => has(text, word)), ...phones.map((phone) => hasPhone(text, phone)));
}

/** Escapes `%`, `_` and `\` of a word. */
function has(text: Searched, word: string): SQL {
  return like(text, `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

/**
 * Finds a phone number as typed or by its digits, so that `030…` also matches `+49 30…`, and `+49 30…` a number stored
 * as `030…`. Digits common to all spellings are searched first, which rules out nearly all contacts before the other
 * checks.
 */
function hasPhone(text: Searched, { words, core, spellings, isNational }: PhoneSearch): SQL | undefined {
  const asTyped = words.map((word) => has(text, word));
  const spelled = spellings.map((spelling) => has(text, spelling));
  const behindCode = isNational ? sql`${text} ~ ${`[+]${COUNTRY_CODE}${core}`}` : undefined;
  return or(and(...asTyped), and(has(text, core), or(...spelled, behindCode)));
}

/** The ids of contacts with all of these tags, or with any of them (then possibly repeated). */
export function taggedIds(workspaceId: string, tagIds: string[], match: ContactFilter["tag_match"]) {
  const unique = [...new Set(tagIds)];
  const tagged = db()
    .select({ id: contactTags.contact_id })
    .from(contactTags)
    .where(and(eq(contactTags.workspace_id, workspaceId), inArray(contactTags.tag_id, unique)));
  if (match !== "all" || unique.length === 1) return tagged;
  return tagged.groupBy(contactTags.contact_id).having(eq(count(), unique.length));
}
