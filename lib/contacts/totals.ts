import { isFiltering } from "./filter";
import type { ContactFilter } from "./filter-schemas";

/** Lists that need not read each contact: everybody, by opt-out, by one tag, with tags, or without. */
export type Simple = { by: "opt_out" | "has_tags"; is?: boolean | undefined } | { by: "tag"; tag: string };

/** Null for a filter that must look at the contacts themselves. */
export function simpleOf({ is_unsubscribed, has_tags, tag_ids, ...others }: ContactFilter): Simple | null {
  const [tag, ...tags] = new Set(tag_ids);
  const asked = [is_unsubscribed, has_tags, tag].filter((one) => one !== undefined);
  if (isFiltering(others) || tags.length > 0 || asked.length > 1) return null;
  if (tag !== undefined) return { by: "tag", tag };
  return has_tags === undefined ? { by: "opt_out", is: is_unsubscribed } : { by: "has_tags", is: has_tags };
}

const HELD = { true: "n.unsubscribed", false: "n.contacts - n.unsubscribed", undefined: "n.contacts" };
const held = (count: string) =>
  `coalesce((select ${count} from workspace_counts n where n.workspace_id = <workspace>), 0)`;
const TAGGED = `(
  select count(*) from (
    select from contact_tags l where l.workspace_id = <workspace> group by l.contact_id) tagged)`;
const OF_TAG = `coalesce((
  select sum(n.contacts) from tag_counts n where n.workspace_id = <workspace> and n.tag_id = <tag>), 0)`;

/**
 * SQL of the exact total: read from the counters, or counted in one index. `<workspace>` and `<tag>` are placeholders
 * for values.
 */
export function simpleTotal(simple: Simple): string {
  if (simple.by === "tag") return OF_TAG;
  if (simple.by === "opt_out") return held(HELD[`${simple.is}`]);
  return simple.is ? TAGGED : held(`n.contacts - ${TAGGED}`);
}

/**
 * SQL of the ids of a page, newest first, at most `limit` of them, after `<cursor>` if there is one: in the order of an
 * index, so that reading stops early. If the total is 0, which `counted` says, nothing is read. Whether a contact has
 * tags is looked up one by one: for a join, the planner might read all tags.
 */
export function simplePage(simple: Simple, limit: number, hasCursor: boolean): string {
  const end = (id: string) =>
    `${hasCursor ? `and ${id} < <cursor>` : ""} and (select total from counted) > 0`;
  const last = (id: string) => `order by ${id} desc limit ${limit}`;
  if (simple.by === "tag" || (simple.by === "has_tags" && simple.is)) {
    const which = simple.by === "tag" ? "and l.tag_id = <tag>" : "";
    return `select l.contact_id as id from contact_tags l where l.workspace_id = <workspace> ${which} ${end("l.contact_id")}
      ${simple.by === "tag" ? "" : "group by l.contact_id"} ${last("l.contact_id")}`;
  }
  const has = { true: "c.is_unsubscribed", false: "not c.is_unsubscribed", undefined: "true" };
  const which =
    simple.by === "opt_out"
      ? has[`${simple.is}`]
      : `(select true from contact_tags l where l.workspace_id = <workspace> and l.contact_id = c.id limit 1) is null`;
  return `select c.id from contacts c where c.workspace_id = <workspace> and ${which} ${end("c.id")} ${last("c.id")}`;
}
