import { z } from "zod";
import { pg } from "@/db/client";
import { type Answer, ask, type Question } from "@/db/question";
import { IS_ADMITTED, RIGHTS, readRights } from "@/lib/workspaces/rights";
import { type Permission, permissionsOfKey, type Role } from "@/lib/workspaces/roles";
import { hashToken, isWellFormed } from "./token";

/** Whom a key acts for, and what it may do. */
interface ApiKeyIdentity {
  keyId: string;
  workspaceId: string;
  userId: string;
  email: null;
  /** Its creator's. */
  role: Role;
  permissions: Permission[];
  keyScopes: string[];
}

/** The only statement here without a workspace, because the key determines it. */
const OWNER = `
  select k.workspace_id, k.id, k.created_by, k.scopes, ${RIGHTS} as rights,
    coalesce(k.last_used_at < now() - interval '1 minute', true) as is_use_due
  from api_keys k
  join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by and ${IS_ADMITTED}
  where k.key_hash = $1 and (k.expires_at is null or k.expires_at > now())`;

const owner = z.object({
  workspace_id: z.string(),
  id: z.string(),
  created_by: z.string(),
  scopes: z.string().array(),
  rights: z.unknown(),
  is_use_due: z.boolean(),
});

/** The question to the database about a key; undefined when it does not have the form of one. */
export function keyQuestion(token: string): Question | undefined {
  return isWellFormed(token) ? { text: OWNER, parameters: [hashToken(token)] } : undefined;
}

/**
 * The owner of an API key; null when the key is unknown, expired or revoked, or its owner has left the workspace or is
 * banned. `known` is the result of `keyQuestion`, if it was asked. Records the use at most once a minute, so that a
 * busy key does not write at every request.
 */
export async function resolveApiKey(
  token: string,
  known?: Answer | undefined,
): Promise<ApiKeyIdentity | null> {
  const question = keyQuestion(token);
  if (!question) return null;
  const { data: row } = owner.safeParse(known === undefined ? await ask(question) : known);
  const rights = readRights(row?.rights);
  if (!row || !rights) return null;
  if (row.is_use_due) await noteUse(row.workspace_id, row.id);
  return {
    keyId: row.id,
    workspaceId: row.workspace_id,
    userId: row.created_by,
    email: null,
    role: rights.role,
    permissions: permissionsOfKey(row.scopes, rights),
    keyScopes: row.scopes,
  };
}

async function noteUse(workspaceId: string, id: string): Promise<void> {
  await pg()`
    update api_keys set last_used_at = now()
    where workspace_id = ${workspaceId} and id = ${id}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
