import { and, asc, count, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { either } from "@/db/either";
import { webhookEndpoints } from "@/db/schema";
import { notFound, validationError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { requireMatch } from "@/lib/precondition";
import { recordOf } from "@/lib/records";
import { requireManager } from "@/lib/workspaces/managers";
import { inTurn } from "@/lib/workspaces/turns";
import { AddressError, readTarget } from "./address";
import { type NewWebhook, type WebhookChanges, type WebhookEndpoint, webhookEndpoint } from "./schemas";
import { newSecret } from "./secrets";

type Row = typeof webhookEndpoints.$inferSelect;

function toEndpoint(row: Row): WebhookEndpoint {
  const disabled_reason = webhookEndpoint.shape.disabled_reason.parse(row.disabled_reason);
  return recordOf(webhookEndpoint, { ...row, disabled_reason });
}

const isEndpoint = (workspaceId: string, id: string) =>
  and(eq(webhookEndpoints.workspace_id, workspaceId), eq(webhookEndpoints.id, id));

/** All of them, oldest first: there are no more than twenty. */
export async function listEndpoints(workspaceId: string): Promise<WebhookEndpoint[]> {
  const rows = await db()
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.workspace_id, workspaceId))
    .orderBy(asc(webhookEndpoints.created_at), asc(webhookEndpoints.id));
  return rows.map(toEndpoint);
}

/** Throws 404 when the workspace has no such endpoint. */
export async function findEndpoint(workspaceId: string, id: string): Promise<WebhookEndpoint> {
  const [row] = await db().select().from(webhookEndpoints).where(isEndpoint(workspaceId, id));
  if (!row) throw notFound("Webhook endpoint");
  return toEndpoint(row);
}

/**
 * Creates an endpoint and returns its secret this once. Throws 400 for a refused URL, 403 for a member who may not manage
 * the workspace at that moment, 409 when the maximum number is reached, 503 without encryption keys.
 */
export async function createEndpoint(workspaceId: string, userId: string, values: NewWebhook) {
  const url = requireTarget(values.url);
  const { secret, sealed } = newSecret(workspaceId);
  const { max } = LIMITS.webhook_endpoints;
  const [row] = await inTurn(workspaceId, async (tx) => {
    await requireManager(tx, workspaceId, userId);
    const [held] = await tx
      .select({ n: count() })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.workspace_id, workspaceId));
    if ((held?.n ?? 0) >= max)
      throw limitReached("webhook_endpoints", `A workspace has at most ${max} webhooks. Delete one first.`);
    return tx
      .insert(webhookEndpoints)
      .values({ ...values, url, workspace_id: workspaceId, id: newId(), secret: sealed, created_by: userId })
      .returning();
  });
  if (!row) throw new Error("insert returned no row");
  return { ...toEndpoint(row), secret };
}

/**
 * Absent fields keep their values. Switching it on starts sending what is pending. Throws 404, 400 for a refused URL, 412
 * when `ifMatch` names another state.
 */
export async function updateEndpoint(
  workspaceId: string,
  id: string,
  changes: WebhookChanges,
  ifMatch?: string,
): Promise<WebhookEndpoint> {
  const called = changes.url === undefined ? {} : { url: requireTarget(changes.url) };
  return db().transaction(async (tx) => {
    await lockEndpoint(workspaceId, id, tx, ifMatch);
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ ...changes, ...called, ...switched(changes.is_enabled), updated_at: sql`now()` })
      .where(isEndpoint(workspaceId, id))
      .returning();
    if (!row) throw notFound("Webhook endpoint");
    return toEndpoint(row);
  });
}

async function lockEndpoint(workspaceId: string, id: string, tx: Transaction, ifMatch?: string) {
  const [stored] = await tx.select().from(webhookEndpoints).where(isEndpoint(workspaceId, id)).for("update");
  if (!stored) throw notFound("Webhook endpoint");
  requireMatch(ifMatch, toEndpoint(stored));
}

/** The columns that change with the switch; an endpoint that is off already keeps its reason. */
function switched(isEnabled: boolean | undefined) {
  if (isEnabled === undefined) return {};
  if (isEnabled)
    return { disabled_reason: null, disabled_at: null, failures: 0, failing_since: null, paused_until: null };
  return {
    disabled_reason: sql`coalesce(${webhookEndpoints.disabled_reason}, 'user')`,
    disabled_at: either(
      sql`${webhookEndpoints.disabled_at} is null`,
      sql`now()`,
      webhookEndpoints.disabled_at,
    ),
  };
}

/**
 * Its deliveries are deleted with it. Throws 404, 412 when `ifMatch` names another state. Deletions of contacts lock
 * deliveries before the endpoint.
 */
export async function deleteEndpoint(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  await retryDeadlocks(() =>
    db().transaction(async (tx) => {
      await lockEndpoint(workspaceId, id, tx, ifMatch);
      await tx.delete(webhookEndpoints).where(isEndpoint(workspaceId, id));
    }),
  );
}

/**
 * Gives an endpoint a new secret and returns it this once. The previous one signs too for a day; the one before that
 * is dropped. Throws 404, 503 without encryption keys.
 */
export async function rotateSecret(workspaceId: string, id: string) {
  const { secret, sealed } = newSecret(workspaceId);
  const [row] = await db()
    .update(webhookEndpoints)
    .set({
      secret: sealed,
      previous_secret: webhookEndpoints.secret,
      previous_until: sql`now() + interval '24 hours'`,
      updated_at: sql`now()`,
    })
    .where(isEndpoint(workspaceId, id))
    .returning();
  if (!row) throw notFound("Webhook endpoint");
  return { ...toEndpoint(row), secret };
}

/** What is called, which is what is stored: without line breaks and a fragment, percent-encoded. Throws 400. */
function requireTarget(typed: string): string {
  const { href } = targetOf(typed);
  const limit = FIELD_LIMITS.webhookUrl;
  if (href.length <= limit) return href;
  const message = `must have at most ${limit} characters`;
  throw validationError([{ path: ["url"], code: "too_big", message, limit }]);
}

function targetOf(typed: string): URL {
  try {
    return readTarget(typed);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw validationError([{ path: ["url"], code: "custom", message: error.message }]);
  }
}
