import { pg } from "@/db/client";
import { asSearch } from "@/db/work";
import { FIELD_OPTIONS } from "./fields";
import { findField } from "./queries";

/**
 * The values that could be options of a field, the most frequent first, each with the number of its contacts: of all
 * contacts, as many values as a field may have options. Throws 404.
 */
export async function listValues(workspaceId: string, id: string) {
  const { key } = await findField(workspaceId, id);
  // Only the most frequent are sorted: a field of notes has as many values as contacts.
  const data = await asSearch(
    () => pg()<{ value: string; contacts: number }[]>`
      with spelt as materialized (
        select trim(both from said) as said, count(*) as n
        from (
          select custom_fields ->> ${key}::text as said from contacts
          where workspace_id = ${workspaceId}
            and jsonb_typeof(custom_fields -> ${key}::text) in ('string', 'number') offset 0) texts
        where length(trim(both from said)) between 1 and ${FIELD_OPTIONS.length}::int
        group by 1
      ), most as (
        select lower(said) as folded, sum(n)::int as contacts from spelt
        group by 1 order by contacts desc, lower(said) collate "C" limit ${FIELD_OPTIONS.max}
      )
      select (array_agg(spelt.said order by spelt.n desc, spelt.said collate "C"))[1] as value, most.contacts
      from most join spelt on lower(spelt.said) = most.folded
      group by most.folded, most.contacts order by most.contacts desc, most.folded collate "C"`,
  );
  return { data: [...data] };
}
