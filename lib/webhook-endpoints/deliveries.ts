import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { webhookDeliveries } from "@/db/schema";
import { notFound, refusal, unknownCursor } from "@/lib/errors";
import { recordOf } from "@/lib/records";
import { toPage } from "@/lib/schemas";
import { totalColumn, totalOf } from "@/lib/totals";
import { codeOf } from "./failures";
import { claimTest } from "./outbox";
import { findEndpoint } from "./queries";
import { attempt } from "./queue";
import { type DeliveryFilter, type WebhookDelivery, webhookDelivery, webhookDeliveryDetail } from "./schemas";

type Row = typeof webhookDeliveries.$inferSelect;
const columns = getTableColumns(webhookDeliveries);
const { request_body: _, response_body: __, ...listed } = columns;

function shownStatus({ status, last_error }: Pick<Row, "status" | "last_error">) {
  return { status: webhookDelivery.shape.status.parse(status), last_error_code: codeOf(last_error) };
}

/**
 * When a pending delivery may be attempted: not while its endpoint is paused, nor before the earlier ones of its lane;
 * null while the endpoint is off.
 */
const nextAttempt = (workspaceId: string, endpointId: string) =>
  sql`(
  select greatest(webhook_deliveries.next_attempt_at, e.paused_until, (
    select max(b.next_attempt_at) from webhook_deliveries b
    where b.workspace_id = ${workspaceId} and b.endpoint_id = ${endpointId} and b.lane = webhook_deliveries.lane
      and b.seq < webhook_deliveries.seq and b.status = 'pending'))
  from webhook_endpoints e
  where e.workspace_id = ${workspaceId} and e.id = ${endpointId} and e.is_enabled
    and webhook_deliveries.status = 'pending')`.mapWith(webhookDeliveries.next_attempt_at);

/** The deliveries of an endpoint, newest first. Throws 404 for an unknown endpoint, 400 for a cursor that is gone. */
export async function listDeliveries(workspaceId: string, endpointId: string, filter: DeliveryFilter) {
  const wanted = and(
    eq(webhookDeliveries.workspace_id, workspaceId),
    eq(webhookDeliveries.endpoint_id, endpointId),
    filter.status ? eq(webhookDeliveries.status, filter.status) : undefined,
  );
  const before = filter.cursor
    ? sql`${webhookDeliveries.seq} < (
        select l.seq from webhook_deliveries l where l.workspace_id = ${workspaceId} and l.id = ${filter.cursor})`
    : undefined;
  const all = db().select({ n: count() }).from(webhookDeliveries).where(wanted);
  const rows = await db()
    .select({ ...listed, next_attempt_at: nextAttempt(workspaceId, endpointId), total: totalColumn(all) })
    .from(webhookDeliveries)
    .where(and(wanted, before))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(filter.limit + 1);
  // Checked only if there is nothing: an answer takes one statement.
  if (rows.length === 0) {
    await findEndpoint(workspaceId, endpointId);
    if (filter.cursor && !(await isStored(workspaceId, endpointId, filter.cursor))) throw unknownCursor();
  }
  const data = rows.map((row) => recordOf(webhookDelivery, { ...row, ...shownStatus(row) }));
  return toPage(data, filter.limit, await totalOf(rows, filter.cursor, all));
}

async function isStored(workspaceId: string, endpointId: string, id: string): Promise<boolean> {
  const rows = await pg()`
    select from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and id = ${id}`;
  return rows.length > 0;
}

/** One delivery with its request and answer. Throws 404. */
export async function findDelivery(workspaceId: string, endpointId: string, id: string) {
  const [row] = await db()
    .select({ ...columns, next_attempt_at: nextAttempt(workspaceId, endpointId) })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspace_id, workspaceId),
        eq(webhookDeliveries.endpoint_id, endpointId),
        eq(webhookDeliveries.id, id),
      ),
    );
  if (!row) throw notFound("Delivery");
  return recordOf(webhookDeliveryDetail, { ...row, ...shownStatus(row) });
}

/**
 * Sends an event again, under its id and after earlier pending events of its contact: a new delivery, with the contact
 * as it is then. Throws 404, 409 while it is pending or the endpoint is switched off.
 */
export async function replayDelivery(
  workspaceId: string,
  endpointId: string,
  id: string,
): Promise<WebhookDelivery> {
  const [made] = await pg()<{ id: string }[]>`
    insert into webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data, is_replay)
    select d.workspace_id, d.endpoint_id, d.event_id, d.lane, d.type, d.data, true
    from webhook_deliveries d join webhook_endpoints e on e.workspace_id = ${workspaceId} and e.id = d.endpoint_id
    where d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and d.id = ${id}
      and d.status in ('delivered', 'failed') and e.is_enabled
    for key share of e
    returning id`;
  const found = await findDelivery(workspaceId, endpointId, made?.id ?? id);
  if (made) return recordOf(webhookDelivery, found);
  const { is_enabled } = await findEndpoint(workspaceId, endpointId);
  throw is_enabled
    ? refusal("delivery_waiting", "It is still waiting to be sent")
    : refusal("endpoint_off", "The endpoint is switched off. Switch it on first");
}

/** Sends a `webhook.test` at once, whatever the state of the endpoint, and returns the result. Throws 404. */
export async function testEndpoint(workspaceId: string, endpointId: string) {
  const delivery = await claimTest(workspaceId, endpointId);
  if (!delivery) throw notFound("Webhook endpoint");
  await attempt(delivery);
  return findDelivery(workspaceId, endpointId, delivery.id);
}
