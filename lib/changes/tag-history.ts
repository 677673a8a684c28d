import { pg } from "@/db/client";

/** A change to a tag that is not a step of a contact. */
interface TagEvent {
  tag_id: string;
  /** The change set that made it; null for an import. */
  change_id: string | null;
  /** Seconds since 1970. */
  at: number;
  kind: "created" | "changed" | "deleted";
  /** Its name until then; null if its name did not change. */
  name: string | null;
  /** Contacts that lost the tag, and contacts that got it. */
  lost: string[];
  got: string[];
}

/** A contact's tags in one state. */
interface Carried {
  contactId: string;
  at: number;
  ids: string[];
}

export type TagHistory = Awaited<ReturnType<typeof readTagHistory>>;

/**
 * The history of these contacts' tags: their names at the time, and what else added or removed them: deletions of tags,
 * the undos of those, and imports. A tag that the journal no longer has is null.
 */
export async function readTagHistory(workspaceId: string, contactIds: string[]) {
  const events = await readEvents(workspaceId, contactIds);
  const eventsOf = Map.groupBy(events, ({ tag_id }) => tag_id);
  const nameAt = (id: string, at: number) =>
    eventsOf.get(id)?.find((one) => one.at > at && one.name !== null)?.name ?? null;
  const existed = (id: string, { at, change_id }: { at: number; change_id: string | null }) =>
    eventsOf.get(id)?.findLast((one) => one.at <= at && one.change_id !== change_id && one.kind !== "changed")
      ?.kind !== "deleted";
  return {
    /**
     * The tags that existed when a step was made: an undo's entries also list tags that return when their deletion is
     * undone.
     */
    found: (ids: string[], step: Parameters<typeof existed>[1]) =>
      ids.filter((id) => existed(id, step)).sort(),
    /** The names of tags after a step at this time. */
    named: (ids: string[], at: number) => ids.map((id) => nameAt(id, at)),
    /** The tags right after a step: those of the next state, minus the changes in between. */
    rightAfter: (at: number, next: Carried): string[] => {
      const ids = new Set(next.ids);
      for (const { tag_id, lost, got } of events.filter((one) => one.at > at && one.at < next.at).reverse()) {
        if (lost.includes(next.contactId)) ids.add(tag_id);
        if (got.includes(next.contactId)) ids.delete(tag_id);
      }
      return [...ids].sort();
    },
  };
}

/** In order of time, current names last. Of a tag's contacts, only the requested ones. */
function readEvents(workspaceId: string, contactIds: string[]) {
  const asked = (ids: string) =>
    pg()`array(select one from unnest(${pg().unsafe(ids)}) as one where one = any(${contactIds}::uuid[]))`;
  return pg()<TagEvent[]>`
    select * from (
      select e.tag_id, e.change_id, extract(epoch from s.created_at)::float8 as at, e.kind, e.name,
        ${asked("e.contact_ids")} as lost, ${asked("d.contact_ids")} as got
      from tag_changes e
      join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
      left join tag_changes d on d.workspace_id = ${workspaceId} and d.change_id = s.undoes and d.tag_id = e.tag_id
        and d.kind = 'deleted' and e.kind = 'created'
      where e.workspace_id = ${workspaceId}
      union all
      select id, null, 'Infinity', 'changed', name, '{}', '{}' from tags where workspace_id = ${workspaceId}
      union all
      select t.tag_id, null, extract(epoch from i.started_at)::float8, 'changed', null, '{}', array_agg(j.contact_id)
      from imports i cross join lateral (
        select contact_id, added_tags from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = any(${contactIds})
          and j.added_tags is not null) j cross join unnest(j.added_tags) as t(tag_id)
      where i.workspace_id = ${workspaceId} and i.started_at is not null
      group by i.id, i.started_at, t.tag_id
    ) events order by at`;
}
