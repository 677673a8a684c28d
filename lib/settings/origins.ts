import { pg } from "@/db/client";

/** Whether pages of this origin may call with tokens of this workspace. */
export async function allowsOrigin(workspaceId: string, origin: string): Promise<boolean> {
  const found = await pg()`
    select from settings where workspace_id = ${workspaceId} and allowed_origins @> array[${origin}::text]`;
  return found.length === 1;
}

/**
 * Whether any workspace allows this origin: all that is known for a preflight, which carries no token. So it is the
 * only statement across all settings, and does not reveal whose they are.
 */
export async function isKnownOrigin(origin: string): Promise<boolean> {
  const found = await pg()`
    select from settings where allowed_origins <> '{}' and allowed_origins @> array[${origin}::text] limit 1`;
  return found.length === 1;
}
