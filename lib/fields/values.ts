import { pg } from "@/db/client";
import { asSearch } from "@/db/work";
import { notFound } from "@/lib/errors";
import { FIELD_OPTIONS } from "./fields";

/**
 * The values that could be options of a field, the most frequent first, each with the number of its contacts: of all
 * contacts, as many values as a field may have options. Throws 404.
 */
export async function listValues(workspaceId: string, id: string) {
  // Only the most frequent are sorted: a field of notes has as many values as contacts.
  const rows = await asSearch(
    () => pg()<{ value: string | null; contacts: number }[]>`
      select found.value, found.contacts from field_definitions f left join lateral (
        with spelt as materialized (
          select trim(both from said) as said, count(*) as n
          from (
            select custom_fields ->> f.key as said from contacts
            where workspace_id = ${workspaceId} and jsonb_typeof(custom_fields -> f.key) in ('string', 'number')
            offset 0) texts
          where length(trim(both from said)) between 1 and ${FIELD_OPTIONS.length}::int
          group by 1
        ), most as (
          select lower(said) as folded, sum(n)::int as contacts from spelt
          group by 1 order by contacts desc, lower(said) collate "C" limit ${FIELD_OPTIONS.max}
        )
        select (array_agg(spelt.said order by spelt.n desc, spelt.said collate "C"))[1] as value, most.contacts, most.folded
        from most join spelt on lower(spelt.said) = most.folded
        group by most.folded, most.contacts) found on true
      where f.workspace_id = ${workspaceId} and f.id = ${id}
      order by found.contacts desc, found.folded collate "C"`,
  );
  if (rows.length === 0) throw notFound("Custom field");
  return { data: rows.flatMap(({ value, contacts }) => (value === null ? [] : [{ value, contacts }])) };
}
