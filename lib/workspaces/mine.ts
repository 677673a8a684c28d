import { pg } from "@/db/client";
import { withoutWorkspace } from "@/lib/identity/authenticate";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { IS_ADMITTED, RIGHTS, readRights } from "./rights";
import { permissionsOf } from "./roles";
import type { OwnWorkspace } from "./schemas";

/** More than anybody can own; one may accept any number of other people's invitations. */
const SHOWN = 200;

/**
 * The workspaces that a user belongs to, the one joined first at the top. `workspaceId` is the one that the request is
 * about.
 */
export async function listWorkspaces(workspaceId: string, userId: string): Promise<OwnWorkspace[]> {
  const rows = await pg()<Row[]>`
    select w.id, w.name, ${pg().unsafe(RIGHTS)} as rights, m.workspace_id = ${workspaceId} as is_current,
      m.created_at as joined_at
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and ${pg().unsafe(IS_ADMITTED)}
    order by m.created_at, w.id limit ${SHOWN}`;
  return rows.map(toOwn);
}

interface Row {
  id: string;
  name: string;
  rights: unknown;
  is_current: boolean;
  joined_at: Date | string;
}

function toOwn({ id, name, rights: stored, is_current, joined_at }: Row): OwnWorkspace {
  const rights = readRights(stored);
  if (!rights) throw new Error("a membership has no role that we know");
  const permissions = permissionsOf(rights);
  return {
    id,
    name,
    role: rights.role,
    permissions,
    is_current,
    joined_at: new Date(joined_at).toISOString(),
  };
}

/**
 * Creates another workspace with the user as its owner. Throws 409 when they own the maximum number. Of two at once
 * the second waits for the first: both lock the user's memberships, and each has at least the one that let them in. Throws
 * 401 when that is gone by now, with the account.
 */
export async function createWorkspace(
  user: { id: string; email: string | null },
  name: string,
): Promise<OwnWorkspace> {
  const { max } = LIMITS.workspaces_owned;
  const id = newId();
  const [row] = await pg().begin(async (tx) => {
    const held = await tx`
      select from memberships where user_id = ${user.id} order by workspace_id for no key update`;
    if (held.length === 0) throw withoutWorkspace();
    const [owned] = await tx<{ n: number }[]>`
      select count(*)::int as n from memberships where user_id = ${user.id} and role = 'owner'`;
    if ((owned?.n ?? 0) >= max)
      throw limitReached("workspaces_owned", `A user owns at most ${max} workspaces. Delete one first.`);
    await tx`insert into workspaces (id, name) values (${id}, ${name})`;
    await tx`insert into settings (workspace_id) values (${id}) on conflict do nothing`;
    await tx`insert into workspace_counts (workspace_id) values (${id}) on conflict do nothing`;
    return tx<Row[]>`
      insert into memberships as m (workspace_id, user_id, email, role, language)
      values (${id}, ${user.id}, ${user.email}, 'owner', (
        select o.language from memberships o where o.user_id = ${user.id} and o.language is not null limit 1))
      returning m.workspace_id as id, ${name}::text as name, ${tx.unsafe(RIGHTS)} as rights, false as is_current,
        m.created_at as joined_at`;
  });
  if (!row) throw new Error("insert returned no row");
  return toOwn(row);
}

/** Workspaces of which a user is the only owner although others belong to them: nobody would be in charge. */
export async function soleOwnerships(userId: string): Promise<{ id: string; name: string }[]> {
  return pg()<{ id: string; name: string }[]>`
    select w.id, w.name from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.role = 'owner'
      and exists (select from memberships o where o.workspace_id = m.workspace_id and o.user_id <> m.user_id)
      and not exists (
        select from memberships o
        where o.workspace_id = m.workspace_id and o.user_id <> m.user_id and o.role = 'owner'
          and (o.suspended_until is null or o.suspended_until <= now()))
    order by w.id limit 20`;
}
