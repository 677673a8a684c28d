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
  // Counted as they are spelt first: few texts are left to compare without their case.
  const data = await asSearch(
    () => pg()<{ value: string; contacts: number }[]>`
      select (array_agg(said order by n desc, said))[1] as value, sum(n)::int as contacts
      from (
        select trim(both from custom_fields ->> ${key}::text) as said, count(*) as n from contacts
        where workspace_id = ${workspaceId} and custom_fields ? ${key}::text
          and jsonb_typeof(custom_fields -> ${key}::text) in ('string', 'number')
        group by said) spelt
      where length(said) between 1 and ${FIELD_OPTIONS.length}::int
      group by lower(said) order by contacts desc, value limit ${FIELD_OPTIONS.max}`,
  );
  return { data: [...data] };
}
