import { and, count, desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { recordOf } from "@/lib/records";
import { requireManager } from "@/lib/workspaces/managers";
import { inTurn } from "@/lib/workspaces/turns";
import { type ApiKey, apiKey, apiKeyScope, type NewApiKey } from "./schemas";
import { newToken } from "./token";

function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return recordOf(apiKey, { ...row, scopes: apiKeyScope.array().parse(row.scopes) });
}

/** All keys of the workspace, newest first. */
export async function listApiKeys(workspaceId: string): Promise<ApiKey[]> {
  const rows = await db()
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.workspace_id, workspaceId))
    .orderBy(desc(apiKeys.id));
  return rows.map(toApiKey);
}

/**
 * Creates a key and returns it this once; only its SHA-256 is stored. Throws 403 for a member who may not manage the
 * workspace at that moment, and 409 when there is the maximum number.
 */
export async function createApiKey(workspaceId: string, userId: string, values: NewApiKey) {
  const { token, hash, hint } = newToken();
  const { max } = LIMITS.api_keys;
  const row = await inTurn(workspaceId, async (tx) => {
    await requireManager(tx, workspaceId, userId);
    const [held] = await tx.select({ n: count() }).from(apiKeys).where(eq(apiKeys.workspace_id, workspaceId));
    if (held && held.n >= max)
      throw limitReached("api_keys", `A workspace can have at most ${max} API keys. Delete one first.`);
    const [made] = await tx
      .insert(apiKeys)
      .values({
        workspace_id: workspaceId,
        id: newId(),
        name: values.name,
        key_hash: hash,
        hint,
        scopes: values.scopes,
        created_by: userId,
        expires_at: values.expires_at ? new Date(values.expires_at) : null,
      })
      .returning();
    return made;
  });
  if (!row) throw new Error("insert returned no row");
  return { ...toApiKey(row), key: token };
}

/** Revokes a key: the next request with it is a 401. Throws 404. */
export async function deleteApiKey(workspaceId: string, id: string): Promise<void> {
  const rows = await db()
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspace_id, workspaceId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  if (rows.length === 0) throw notFound("API key");
}
