import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsIsoDate,
  parseAsJson,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { type Condition, readCondition } from "@/lib/fields/conditions";
import type { BulkFilter, Operations } from "./api-types";
import { parseAsId, parseAsIds } from "./query-ids";
import { askedFor } from "./search";

type Query = NonNullable<Operations["GET /contacts"]["request"]["query"]>;

/** A filter in the form of the API's bodies. */
export type ContactFilter = BulkFilter;
/** Conditions on custom fields, by key. */
export type CustomConditions = Record<string, Condition>;

export const SORT_FIELDS = ["created_at", "updated_at", "name", "email", "company"] as const;
type FixedField = (typeof SORT_FIELDS)[number];
const CUSTOM = "custom_fields.";
export type SortField = FixedField | `${typeof CUSTOM}${string}`;
export type Sort = SortField | `-${SortField}`;
export const NEWEST_FIRST: Sort = "-created_at";

export const customSort = (key: string): SortField => `${CUSTOM}${key}`;

/** The key of a sort's custom field. */
export function sortedKey(field: SortField): string | null {
  return field.startsWith(CUSTOM) ? field.slice(CUSTOM.length) : null;
}

function isField(name: string): name is SortField {
  return SORT_FIELDS.some((field) => field === name) || (name.startsWith(CUSTOM) && name !== CUSTOM);
}

/** Key and direction of a sort; null for an invalid one. */
export function readSort(sort: string): { field: SortField; isDescending: boolean } | null {
  const isDescending = sort.startsWith("-");
  const field = isDescending ? sort.slice(1) : sort;
  return isField(field) ? { field, isDescending } : null;
}

const isSort = (text: string): text is Sort => readSort(text) !== null;
const parseAsSort = createParser<Sort>({
  parse: (text) => (isSort(text) ? text : null),
  serialize: (sort) => sort,
});

const day = parseAsIsoDate;

/** The filter in the URL. Days are in the browser's time zone, the last one included. */
export const filterParsers = {
  q: parseAsString.withDefault(""),
  tags: parseAsIds.withDefault([]),
  match: parseAsStringLiteral(["any", "all"] as const).withDefault("any"),
  tagged: parseAsStringLiteral(["no"] as const),
  status: parseAsStringLiteral(["subscribed", "unsubscribed"] as const),
  company: parseAsString.withDefault(""),
  fields: parseAsJson(readConditions).withDefault({}),
  import: parseAsId,
  added_from: day,
  added_to: day,
  changed_from: day,
  changed_to: day,
  unsubscribed_from: day,
  segment: parseAsId,
  sort: parseAsSort.withDefault(NEWEST_FIRST),
};
export type FilterState = inferParserType<typeof filterParsers>;

/** Conditions on custom fields in the URL; null when a part is invalid: without it, other contacts would be shown. */
function readConditions(value: unknown): CustomConditions | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > FIELD_LIMITS.filterFields) return null;
  const read = entries.flatMap(([key, wanted]): [string, Condition][] => {
    const condition = readCondition(wanted);
    return condition === undefined ? [] : [[key, condition]];
  });
  return read.length === entries.length ? Object.fromEntries(read) : null;
}

/** Whether a URL has a filter that cannot be read, such as a truncated link. */
export function isUnreadable(query: URLSearchParams): boolean {
  return Object.entries(filterParsers).some(([name, parser]) => {
    const said = query.get(name);
    return name !== "sort" && said && parser.parse(said) === null;
  });
}

/** Midnight in the browser's time zone, that many days after the day, which a parser read as UTC. */
function midnight(date: Date, later = 0): string {
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + later).toISOString();
}

export function filterOf(state: Omit<FilterState, "sort">): ContactFilter {
  const search = askedFor(state.q);
  const fields = Object.keys(state.fields).length > 0 && state.fields;
  return {
    ...(search && { search }),
    ...(state.tags.length > 0 && { tag_ids: state.tags, tag_match: state.match }),
    ...(state.tagged && { has_tags: false }),
    ...(state.status && { is_unsubscribed: state.status === "unsubscribed" }),
    ...(state.company && { company: state.company }),
    ...(fields && { custom_fields: fields }),
    ...(state.import && { import_id: state.import }),
    ...(state.added_from && { created_since: midnight(state.added_from) }),
    ...(state.added_to && { created_before: midnight(state.added_to, 1) }),
    ...(state.changed_from && { updated_since: midnight(state.changed_from) }),
    ...(state.changed_to && { updated_before: midnight(state.changed_to, 1) }),
    ...(state.unsubscribed_from && { unsubscribed_since: midnight(state.unsubscribed_from) }),
    ...(state.segment && { segment_id: state.segment }),
  };
}

/** The day, as a parser would read it, on which a moment lies in the browser's time zone; `earlier` days before. */
function dayOf(iso: string | undefined, earlier = 0): Date | null {
  if (iso === undefined) return null;
  const date = new Date(iso);
  // A range up to a midnight ends with the day before.
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0;
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() - (isMidnight ? earlier : 0)));
}

/** The URL that shows a filter, for editing it there. Moments become days. */
export function addressOf(filter: ContactFilter, sort: string | null): string {
  return createSerializer(filterParsers)("/contacts", {
    q: filter.search ?? "",
    tags: filter.tag_ids ?? [],
    match: filter.tag_match ?? "any",
    tagged: filter.has_tags === false ? "no" : null,
    status:
      filter.is_unsubscribed === undefined ? null : filter.is_unsubscribed ? "unsubscribed" : "subscribed",
    company: filter.company ?? "",
    fields: readConditions(filter.custom_fields ?? {}) ?? {},
    import: filter.import_id ?? null,
    added_from: dayOf(filter.created_since),
    added_to: dayOf(filter.created_before, 1),
    changed_from: dayOf(filter.updated_since),
    changed_to: dayOf(filter.updated_before, 1),
    unsubscribed_from: dayOf(filter.unsubscribed_since),
    sort: sort !== null && isSort(sort) ? sort : NEWEST_FIRST,
  });
}

const MOMENTS = [
  "created_since",
  "created_before",
  "updated_since",
  "updated_before",
  "unsubscribed_since",
] as const;

/** Whether a URL can express all of a filter: it has days where the API takes moments, and nothing for "has tags". */
export function canBeShown(filter: ContactFilter): boolean {
  const shown = readAddress(addressOf(filter, null).split("?")[1] ?? "").filter;
  const isSame = (name: (typeof MOMENTS)[number]) =>
    filter[name] === undefined || Date.parse(filter[name]) === Date.parse(shown[name] ?? "");
  return filter.has_tags !== true && MOMENTS.every(isSame);
}

/** The query of a URL as request parameters. */
export function readAddress(query: string) {
  const { sort, ...state } = createLoader(filterParsers)(new URLSearchParams(query));
  return { filter: filterOf(state), sort };
}

/** The same filter as a query string. */
export function queryOf({
  tag_ids,
  has_tags,
  is_unsubscribed,
  custom_fields,
  ...others
}: ContactFilter): Query {
  return {
    ...others,
    ...(tag_ids && { tag_ids: tag_ids.join(",") }),
    ...(has_tags !== undefined && { has_tags: has_tags ? "true" : "false" }),
    ...(is_unsubscribed !== undefined && { is_unsubscribed: is_unsubscribed ? "true" : "false" }),
    ...(custom_fields && { custom_fields: JSON.stringify(custom_fields) }),
  };
}
