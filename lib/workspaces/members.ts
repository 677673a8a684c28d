import { pg } from "@/db/client";

/**
 * The account is deleted: its memberships, API keys, invitations and the workspaces' mails to its current address are
 * deleted at once, and a workspace without members is marked for removal. If the others are left without an owner who is
 * let in, the longest-standing member of the highest role becomes owner; a banned one only if nobody else is there, nor
 * another owner. Returns how many memberships were deleted. Of two members who leave at the same moment the second sees
 * that the first is gone. Mails to a former address, queued before it changed, remain. Whoever joins or makes a workspace
 * locks a membership that they have: so what was under way is there by the second time, and nothing comes after the last.
 */
export async function leaveWorkspaces(userId: string): Promise<number> {
  let all = 0;
  for (let left = -1; left !== 0; all += left) left = await leaveThose(userId);
  return all;
}

function leaveThose(userId: string): Promise<number> {
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
    await tx`
      delete from outbox o using memberships m
      where o.workspace_id = m.workspace_id and m.user_id = ${userId}
        and (o.recipient = m.email or (o.kind = 'welcome' and o.subject_key = m.user_id::text))`;
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
          and not exists (
            select from memberships o
            where o.workspace_id = x.workspace_id and o.role = 'owner'
              and (x.suspended_until > now() or (o.suspended_until > now()) is not true))
        order by x.workspace_id, (x.suspended_until > now()) is true,
          array_position(array['admin', 'editor', 'viewer'], x.role), x.created_at, x.user_id
      ) heir
      where m.workspace_id = heir.workspace_id and m.user_id = heir.user_id`;
    return left.length;
  });
}

/** The language of mails to a user, whichever of their workspaces they are about. */
export async function writeLanguage(userId: string, language: string): Promise<void> {
  await pg()`update memberships set language = ${language} where user_id = ${userId}`;
}

/** Revokes every key a user created, in all their workspaces. Returns how many. */
export async function deleteKeysOf(userId: string): Promise<number> {
  const { count } = await pg()`
    delete from api_keys k using memberships m
    where k.workspace_id = m.workspace_id and k.created_by = m.user_id and m.user_id = ${userId}`;
  return count;
}

/** Workspaces that are marked for removal: those that have waited longest since that, or since the last try. */
export async function abandonedWorkspaces(): Promise<string[]> {
  const rows = await pg()<{ id: string }[]>`
    select id from workspaces where abandoned_at is not null order by abandoned_at limit 20`;
  return rows.map((row) => row.id);
}

/** Lets others go first: this one could not be removed. */
export async function putOffRemoval(workspaceId: string): Promise<void> {
  await pg()`update workspaces set abandoned_at = now() where id = ${workspaceId} and abandoned_at is not null`;
}

/** Users whose API keys were used within two days, most recently used first; at most 500. */
export async function activeKeyOwners(): Promise<string[]> {
  const rows = await pg()<{ user_id: string }[]>`
    select created_by as user_id from api_keys where last_used_at > now() - interval '2 days'
    group by created_by order by max(last_used_at) desc limit 500`;
  return rows.map((row) => row.user_id);
}

/** Accounts that joined a workspace last, besides these. For the sweep. */
export async function someMembers(besides: string[]): Promise<string[]> {
  const rows = await pg()<{ user_id: string }[]>`
    select user_id from memberships where user_id <> all(${besides}::uuid[])
    group by user_id order by max(created_at) desc limit 20`;
  return rows.map((row) => row.user_id);
}
