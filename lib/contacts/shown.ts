import { LIMITS } from "@/lib/limits";
import { fieldsOf, jsonOf, recordOf } from "@/lib/records";
import { type Tag, tag } from "@/lib/tags/schemas";
import { avatarUrl } from "./email";
import { type Contact, contact } from "./schemas";

const { avatar_url: _avatar, tags: _tags, has_more_tags: _more, ...stored } = contact.shape;
const MOST = LIMITS.tags_per_contact.max;

/** A contact as read by the statement below. */
export type ShownContact = Omit<Contact, "avatar_url" | "tags"> & { tags: Tag[] | null };

/**
 * Reads the contacts of a CTE `page (id)`, each with its tags by name (if it has more than allowed, the oldest ones).
 * The page has ids only, read from an index, and then only these rows are read: all columns at once took 2 to 10 times
 * longer. Every table is compared with `workspace` itself: taking it from the page or from another table would make a
 * distributed database ask all of its nodes.
 */
export const contactsOfPage = (workspace: string): string => `
  select ${fieldsOf(stored, "c")}, carried.tags, coalesce(carried.n > ${MOST}, false) as has_more_tags
  from page
  join contacts c on c.workspace_id = ${workspace} and c.id = page.id
  left join lateral (
    select json_agg(${jsonOf(tag.shape, "t")} order by t.name_key) filter (where l.n <= ${MOST}) as tags, count(*) as n
    from (
      select ct.tag_id, row_number() over (order by ct.tag_id) as n from contact_tags ct
      where ct.workspace_id = ${workspace} and ct.contact_id = c.id order by ct.tag_id limit ${MOST + 1}) l
    join tags t on t.workspace_id = ${workspace} and t.id = l.tag_id
  ) carried on true`;

/** The same for a page that also has the contacts' sort `key`. */
export const contactsOfPageByKey = (workspace: string): string =>
  contactsOfPage(workspace).replace("select ", "select page.key as sort_key, ");

export function fromShown(row: ShownContact): Contact {
  return recordOf(contact, { ...row, avatar_url: avatarUrl(row.email), tags: row.tags ?? [] });
}
