import { and, count, desc, eq, lt } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { contacts, memberships, outbox, settings } from "@/db/schema";
import { isLanguage, type Language } from "@/lib/client/messages/catalogue";
import { notFound } from "@/lib/errors";
import { recordOf } from "@/lib/records";
import { toPage } from "@/lib/schemas";
import { totalColumn, totalOf } from "@/lib/totals";
import { type Notification, notification } from "./schemas";

/** Longer than one attempt can take; a row whose worker died is free again after it. */
const LEASE_S = 30;
/** The provider forgets idempotency keys after 24 hours, so nothing is retried later than this. */
const GIVE_UP = "23 hours";
export const MAX_ATTEMPTS = 21;

/** The recipient and the sender of a one-off e-mail to a contact. Throws 404 for an unknown contact. */
export async function findRecipient(workspaceId: string, contactId: string) {
  const [row] = await db()
    .select({
      email: contacts.email,
      isUnsubscribed: contacts.is_unsubscribed,
      mailFrom: settings.mail_from,
    })
    .from(contacts)
    .leftJoin(settings, eq(settings.workspace_id, contacts.workspace_id))
    .where(and(eq(contacts.workspace_id, workspaceId), eq(contacts.id, contactId)));
  if (!row) throw notFound("Contact");
  return row;
}

/** The language of the workspace's mails to a member; English by default. */
export async function languageOfMember(workspaceId: string, userId: string): Promise<Language> {
  const [row] = await db()
    .select({ language: memberships.language })
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId)));
  return isLanguage(row?.language) ? row.language : "en";
}

/** Records a webhook event that a contact was mailed: the provider cannot take part in a transaction. */
export async function tellSent(workspaceId: string, contactId: string, messageId: string): Promise<void> {
  const said = JSON.stringify({ contact_id: contactId, message_id: messageId });
  await pg()`select tell_endpoints(${workspaceId}, 'email.sent', ${contactId}, ${said}::jsonb)`;
}

/** A mail this worker may attempt once. `epoch` fences a worker that slept past its lease. */
export interface ClaimedMail {
  id: string;
  epoch: number;
  attempts: number;
  kind: string;
  workspaceId: string | null;
  /** What the mail is about. */
  subject: string;
  recipient: string;
  payload: unknown;
  /** The current setting of the notification; the welcome mail has none. */
  wanted: boolean;
}

/** SQL: the mail has attempts left, and the provider would still know its key. */
function mayBeAttempted() {
  return pg()`(first_attempt_at is null or first_attempt_at > now() - ${GIVE_UP}::interval) and attempts < ${MAX_ATTEMPTS}`;
}

/**
 * Claims the mail that has been due longest, counting the attempt in advance; null when none is due. Workers skip each
 * other's rows. A mail of a deleted workspace is deleted with it.
 */
export async function claimMail(): Promise<ClaimedMail | null> {
  const [row] = await pg()<ClaimedMail[]>`
    with due as (
      select id from outbox
      where status in ('pending', 'sending') and next_attempt_at <= now()
        and (lease_until is null or lease_until < now())
        and ${mayBeAttempted()}
      order by next_attempt_at limit 1 for update skip locked
    )
    update outbox o
    set status = 'sending', epoch = o.epoch + 1, attempts = o.attempts + 1,
        first_attempt_at = coalesce(o.first_attempt_at, now()),
        lease_until = now() + ${LEASE_S} * interval '1 second'
    from due where o.id = due.id
    returning o.id, o.epoch, o.attempts, o.kind, o.workspace_id as "workspaceId", o.subject_key as subject,
      o.recipient, o.payload,
      coalesce((
        select case o.kind
          when 'import_completed' then s.notify_on_import_complete
          when 'export_completed' then s.notify_on_export_complete
          when 'weekly_digest' then s.notify_weekly_digest
        end
        from settings s where s.workspace_id = o.workspace_id
      ), true) as wanted`;
  return row ?? null;
}

/** The result of an attempt. `failed`: rejected permanently; `unknown`: perhaps sent; `dropped`: no longer wanted. */
export type Outcome =
  | { status: "sent"; providerId: string }
  | { status: "pending"; waitMs: number; error: string }
  | { status: "failed" | "unknown" | "dropped"; error: string };

/**
 * Records the outcome, unless another worker has taken the mail over. The payload is not needed once the mail is
 * settled: it quotes rows that people delete.
 */
export async function settleMail({ id, epoch }: ClaimedMail, outcome: Outcome): Promise<void> {
  const waitMs = outcome.status === "pending" ? outcome.waitMs : 0;
  const providerId = outcome.status === "sent" ? outcome.providerId : null;
  const error = outcome.status === "sent" ? null : outcome.error.replaceAll("\0", "").slice(0, 300);
  await pg()`
    update outbox
    set status = ${outcome.status}, lease_until = null, provider_id = ${providerId}, last_error = ${error},
        next_attempt_at = now() + ${waitMs} * interval '1 millisecond',
        sent_at = case when ${outcome.status} = 'sent' then now() end,
        payload = case when ${outcome.status} = 'pending' then payload else '{}' end
    where id = ${id} and epoch = ${epoch} and status = 'sending'`;
}

/**
 * Settles mails that must not be attempted again: first attempted 23 hours ago, or out of attempts with a worker that
 * never reported. Such a mail may or may not have been sent, and its state says so. Returns how many.
 */
export async function retireMails(): Promise<number> {
  const retired = await pg()`
    update outbox
    set status = 'unknown', lease_until = null, last_error = coalesce(last_error, 'the worker did not report back'),
        payload = '{}'
    where status in ('pending', 'sending') and (lease_until is null or lease_until < now())
      and not (${mayBeAttempted()})`;
  return retired.count;
}

/** Milliseconds until the next mail may be attempted; null when none waits. */
export async function nextMailInMs(): Promise<number | null> {
  const [row] = await pg()<{ ms: number }[]>`
    select greatest(0, extract(epoch from min(greatest(next_attempt_at, lease_until)) - now()) * 1000)::float8 as ms
    from outbox where status in ('pending', 'sending') and ${mayBeAttempted()}
    having count(*) > 0`;
  return row?.ms ?? null;
}

/** Mails that a worker could process now: to send, or to give up on. */
export async function countDueMails(): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`
    select count(*)::int as n from outbox
    where status in ('pending', 'sending') and next_attempt_at <= now()
      and (lease_until is null or lease_until < now())`;
  return row?.n ?? 0;
}

/** The mails about a workspace with their states, newest first. */
export async function listNotifications(
  workspaceId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const all = db().select({ n: count() }).from(outbox).where(eq(outbox.workspace_id, workspaceId));
  const rows = await db()
    .select({ row: outbox, total: totalColumn(all) })
    .from(outbox)
    .where(and(eq(outbox.workspace_id, workspaceId), cursor ? lt(outbox.id, cursor) : undefined))
    .orderBy(desc(outbox.id))
    .limit(limit + 1);
  return toPage(
    rows.map(({ row }) => toNotification(row)),
    limit,
    await totalOf(rows, cursor, all),
  );
}

/** Without the provider's words: they are for the operator and may mention the system's key. */
function toNotification(row: typeof outbox.$inferSelect): Notification {
  const status = notification.shape.status.parse(row.status);
  const next_attempt_at = status === "pending" ? row.next_attempt_at : null;
  return recordOf(notification, { ...row, status, next_attempt_at });
}
