import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { webhookEndpoints } from "@/db/schema";
import { decryptSecret, encryptSecret, isCurrent } from "@/lib/settings/secrets";

/** Encrypted like the workspace's other keys: docs/decisions/webhooks.md. */
const place = (workspaceId: string) => ({ owner: workspaceId, column: "webhook_endpoints.secret" });

/** 24 random bytes, the minimum that the specification recommends and the length in its examples. */
export function newSecret(workspaceId: string): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  return { secret, sealed: encryptSecret(place(workspaceId), secret) };
}

/** Null when it was encrypted with a key that this server does not have. */
export function openSecret(workspaceId: string, sealed: string): string | null {
  return decryptSecret(place(workspaceId), sealed);
}

/** Encrypts every secret with the first key of the ring, for the rotation command, over all workspaces. */
export async function rotateWebhookSecrets(): Promise<{ rotated: number; unreadable: number }> {
  const rows = await db().select().from(webhookEndpoints);
  const result = { rotated: 0, unreadable: 0 };
  for (const row of rows) {
    const { workspace_id, id } = row;
    const stored = [row.secret, row.previous_secret].flatMap((sealed) => sealed ?? []);
    const opened = stored.map((sealed) => openSecret(workspace_id, sealed));
    result.unreadable += opened.filter((secret) => secret === null).length;
    if (stored.every(isCurrent)) continue;
    const anew = (sealed: string | null) => {
      const secret = sealed && openSecret(workspace_id, sealed);
      return secret ? encryptSecret(place(workspace_id), secret) : sealed;
    };
    const written = await db()
      .update(webhookEndpoints)
      .set({ secret: anew(row.secret) ?? row.secret, previous_secret: anew(row.previous_secret) })
      .where(
        and(
          eq(webhookEndpoints.workspace_id, workspace_id),
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.secret, row.secret),
          sql`${webhookEndpoints.previous_secret} is not distinct from ${row.previous_secret}`,
        ),
      )
      .returning({ id: webhookEndpoints.id });
    if (written.length > 0) result.rotated += opened.filter((secret) => secret !== null).length;
  }
  return result;
}

/** Deletes previous secrets a day after a rotation. Returns how many. */
export async function forgetFormerSecrets(): Promise<number> {
  const rows = await pg()`
    update webhook_endpoints set previous_secret = null, previous_until = null
    where previous_until < now()`;
  return rows.count;
}
