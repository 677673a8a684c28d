import { pg } from "@/db/client";

/**
 * The account is deleted: its memberships, API keys and invitations are deleted at once, and a workspace without
 * members is marked for removal. If the others are left without an owner, the longest-standing member of the highest
 * role becomes owner. Returns how many memberships were deleted. Of two members who leave at the same moment the
 * second sees that the first is gone.
 */
export async function leaveWorkspaces(userId: string): Promise<number> {
  return pg().begin(async (tx) => {
    await tx`
      select from workspaces where id in (select workspace_id from memberships where user_id = ${userId})
      order by id for no key update`;
    await tx`
      delete from api_keys k using memberships m
      where k.workspace_id = m.workspace_id and k.created_by = m.user_id and m.user_id = ${userId}`;
    await tx`
      delete from invitations i using memberships m
      where i.workspace_id = m.workspace_id and i.invited_by = m.user_id and m.user_id = ${userId}`;
    const left = await tx<{ workspace_id: string }[]>`
      delete from memberships where user_id = ${userId} returning workspace_id`;
    const ids = JSON.stringify(left.map((row) => row.workspace_id));
    await tx`
      update workspaces w set abandoned_at = now()
      where id in (select id::uuid from jsonb_array_elements_text(${ids}::jsonb) as gone(id))
        and not exists (select from memberships m where m.workspace_id = w.id)`;
    // The account no longer exists, and provisioning must not find a workspace of others by it.
    await tx`
      update workspaces set owner_id = null
      where owner_id = ${userId} and abandoned_at is null
        and id in (select id::uuid from jsonb_array_elements_text(${ids}::jsonb) as gone(id))`;
    await tx`
      update memberships m set role = 'owner'
      from (
        select distinct on (x.workspace_id) x.workspace_id, x.user_id from memberships x
        where x.workspace_id in (select id::uuid from jsonb_array_elements_text(${ids}::jsonb) as gone(id))
          and not exists (select from memberships o where o.workspace_id = x.workspace_id and o.role = 'owner')
        order by x.workspace_id, array_position(array['admin', 'editor', 'viewer'], x.role), x.created_at, x.user_id
      ) heir
      where m.workspace_id = heir.workspace_id and m.user_id = heir.user_id`;
    return left.length;
  });
}

/** The language of the workspace's mails to this member. */
export async function writeLanguage(workspaceId: string, userId: string, language: string): Promise<void> {
  await pg()`
    update memberships set language = ${language}
    where workspace_id = ${workspaceId} and user_id = ${userId}`;
}

/** Revokes every key a user created, in all their workspaces. Returns how many. */
export async function deleteKeysOf(userId: string): Promise<number> {
  const { count } = await pg()`
    delete from api_keys k using memberships m
    where k.workspace_id = m.workspace_id and k.created_by = m.user_id and m.user_id = ${userId}`;
  return count;
}

/** Workspaces that are marked for removal, oldest first. */
export async function abandonedWorkspaces(): Promise<string[]> {
  const rows = await pg()<{ id: string }[]>`
    select id from workspaces where abandoned_at is not null order by abandoned_at limit 20`;
  return rows.map((row) => row.id);
}

/** Users whose API keys were used within two days, most recently used first; at most 500. */
export async function activeKeyOwners(): Promise<string[]> {
  const rows = await pg()<{ user_id: string }[]>`
    select created_by as user_id from api_keys where last_used_at > now() - interval '2 days'
    group by created_by order by max(last_used_at) desc limit 500`;
  return rows.map((row) => row.user_id);
}
