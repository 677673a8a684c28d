import { pg } from "@/db/client";
import { asSearch } from "@/db/work";
import { notFound } from "@/lib/errors";
import { FIELD_OPTIONS } from "./fields";

/** Contacts up to which all are read; of more, so many that are spread evenly over all of them. */
const SAMPLE = 10_000;
const SPOTS = 100;

interface Found {
  value: string | null;
  contacts: number;
  contacts_read: number;
  is_sample: boolean;
}

/**
 * The values that could be options of a field, the most frequent first, as many as a field may have options, each with the
 * number of its contacts among those that were read: in a large workspace a sample, because reading a million takes
 * seconds. Throws 404.
 */
export async function listValues(workspaceId: string, id: string) {
  // Only the most frequent are sorted: a field of notes has as many values as contacts.
  const rows = await asSearch(
    () => pg()<Found[]>`
      select found.value, found.contacts, found.contacts_read, found.is_sample
      from field_definitions f cross join lateral (
        with ${sampledContacts(workspaceId)}, texts as materialized (
          select trim(both c.custom_fields ->> f.key) as said from sampled c
          where jsonb_typeof(c.custom_fields -> f.key) in ('string', 'number')
        ), spelt as materialized (
          select said, count(*) as n from texts
          where length(said) between 1 and ${FIELD_OPTIONS.length}::int group by 1
        ), most as (
          select lower(said) as folded, sum(n)::int as contacts from spelt
          group by 1 order by contacts desc, lower(said) collate "C" limit ${FIELD_OPTIONS.max}
        ), listed as (
          select (array_agg(spelt.said order by spelt.n desc, spelt.said collate "C"))[1] as value, most.contacts, most.folded
          from most join spelt on lower(spelt.said) = most.folded
          group by most.folded, most.contacts
        )
        select listed.*, total.contacts > ${SAMPLE}::int as is_sample, (select count(*)::int from sampled) as contacts_read
        from total left join listed on true) found
      where f.workspace_id = ${workspaceId} and f.id = ${id}
      order by found.contacts desc, found.folded collate "C"`,
  );
  const [first] = rows;
  if (!first) throw notFound("Custom field");
  return {
    data: rows.flatMap(({ value, contacts }) => (value === null ? [] : [{ value, contacts }])),
    contacts_read: first.contacts_read,
    is_sample: first.is_sample,
  };
}

/** SQL of the time in an id, and of the first id of a time, in milliseconds (lib/ids.ts). */
const msOf = (id: string) => `('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
const firstAt = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || '70008000000000000000')::uuid`;

/**
 * For a `with`: `total`, and the contacts `sampled`. Of a large workspace those that follow evenly spread places. How many
 * contacts each hour has says which hours these are; within it, ids are in order of time. Contacts of a batch share the
 * time of their ids, so where places meet in one, as many more are read from there.
 */
function sampledContacts(workspaceId: string) {
  const count = Math.ceil(SAMPLE / SPOTS);
  const inHour = `and c.id >= ${firstAt("hours.ms")} and c.id < ${firstAt("hours.ms + 3600000")}`;
  const edge = (order: string, where: string) => pg()`(
    select c.id from contacts c where c.workspace_id = ${workspaceId} ${pg().unsafe(where)} order by c.id ${pg().unsafe(order)} limit 1)`;
  return pg()`total as materialized (
      select n.contacts from workspace_counts n where n.workspace_id = ${workspaceId}
    ), hours as materialized (
      select (extract(epoch from h.hour) * 1000)::bigint as ms, h.contacts, sum(h.contacts) over (order by h.hour) as upto
      from (
        select n.workspace_id, n.hour, sum(n.contacts) as contacts from contact_hours n
        where n.workspace_id = ${workspaceId} group by n.workspace_id, n.hour) h where h.workspace_id = ${workspaceId} and h.contacts > 0 and (select contacts from total) > ${SAMPLE}::int
    ), places as materialized (
      select hours.ms, array_agg(1 - (hours.upto - place) / hours.contacts) as parts
      from total cross join generate_series(0, ${SPOTS - 1}::int) n
      cross join lateral (select (n + 0.5) * total.contacts / ${SPOTS}::int as place) at
      join hours on place >= hours.upto - hours.contacts and place < hours.upto
      group by hours.ms
    ), times as materialized (
      select ${pg().unsafe(`${msOf("first")} + ((${msOf("last")} - ${msOf("first")}) * part)::bigint`)} as at
      from places hours cross join lateral (
        select coalesce(${edge("", inHour)}, ${edge("", "")}) as first, coalesce(${edge("desc", inHour)}, ${edge("desc", "")}) as last
      ) edges cross join unnest(hours.parts) part
    ), starts as materialized (
      select first.id, count(*) * ${count}::int as contacts from times cross join lateral (
        select c.id from contacts c
        where c.workspace_id = ${workspaceId} and c.id >= ${pg().unsafe(firstAt("times.at"))} order by c.id limit 1) first
      group by first.id
    ), sampled as materialized (
      select c.custom_fields from contacts c
      where c.workspace_id = ${workspaceId} and (select contacts from total) <= ${SAMPLE}::int
      union all
      select custom_fields from (
        select distinct on (c.id) c.custom_fields from starts cross join lateral (
          select c.id, c.custom_fields from contacts c
          where c.workspace_id = ${workspaceId} and c.id >= starts.id order by c.id limit starts.contacts) c) spread
    )`;
}
