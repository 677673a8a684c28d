import { pg } from "@/db/client";
import { type Kept, OPTED_OUT } from "./progress";

/**
 * Names what the undo of a set kept: contacts by address, tags and fields by name; erased contacts are left out. A
 * contact that stays unsubscribed is named by the address that the undo restores, even before it is restored. A deleted
 * item is named by its last name.
 */
export async function nameKept(workspaceId: string, changeId: string, items: Kept[]) {
  const of = (what: Kept["of"]) => items.filter((item) => item.of === what).map(({ id }) => id);
  const taken = items.filter(({ reason }) => reason === "name_taken").map(({ id }) => id);
  const [contacts, tags, fields] = await Promise.all([
    nameContacts(workspaceId, changeId, of("contact"), items),
    nameOthers(workspaceId, changeId, { of: "tag", live: "tags" }, of("tag"), taken),
    nameOthers(workspaceId, changeId, { of: "field", live: "field_definitions" }, of("field"), taken),
  ]);
  return new Map([...contacts, ...tags, ...fields].map(({ id, name }) => [id, name]));
}

interface Named {
  id: string;
  name: string;
}

async function nameContacts(workspaceId: string, changeId: string, ids: string[], items: Kept[]) {
  if (ids.length === 0) return [];
  const out = items.filter(({ reason }) => reason === OPTED_OUT).map(({ id }) => id);
  return pg()<Named[]>`
    select distinct on (id) id, name from (
      select id, email as name, 2 as place, null::uuid as change_id from contacts
      where workspace_id = ${workspaceId} and id = any(${ids})
      union all
      select contact_id, email, case when contact_id = any(${out}) then 1 else 4 end, null from contact_changes
      where workspace_id = ${workspaceId} and change_id = ${changeId} and contact_id = any(${ids})
        and email is not null
      union all
      select contact_id, email, 3, change_id from contact_changes
      where workspace_id = ${workspaceId} and contact_id = any(${ids}) and kind = 'deleted'
    ) named order by id, place, change_id desc`;
}

/** Tags or fields by their current name; those whose former name is taken by another one, by that former name. */
async function nameOthers(
  workspaceId: string,
  changeId: string,
  { of, live }: { of: "tag" | "field"; live: "tags" | "field_definitions" },
  ids: string[],
  taken: string[],
) {
  if (ids.length === 0) return [];
  const [key, journal] = [pg()(`${of}_id`), pg()(`${of}_changes`)];
  return pg()<Named[]>`
    select distinct on (id) id, name from (
      select id, name, 2 as place, null::uuid as change_id from ${pg()(live)}
      where workspace_id = ${workspaceId} and id = any(${ids})
      union all
      select ${key}, name, case when ${key} = any(${taken}) then 1 else 4 end, null from ${journal}
      where workspace_id = ${workspaceId} and change_id = ${changeId} and ${key} = any(${ids}) and name is not null
      union all
      select ${key}, name, 3, change_id from ${journal}
      where workspace_id = ${workspaceId} and ${key} = any(${ids}) and kind = 'deleted'
    ) named order by id, place, change_id desc`;
}
