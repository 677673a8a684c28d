import { and, arrayContains, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { inboxMails, workspaces } from "@/db/schema";
import { newId } from "@/lib/ids";
import { MailServiceError } from "./errors";
import type { Message } from "./message";

export type Mail = typeof inboxMails.$inferSelect;

export interface Delivery {
  keyHash: string;
  idempotencyKey: string | null;
  /** Hash of the whole request, including batches. */
  requestHash: string;
  messages: Message[];
}

/**
 * Stores mails, all or none, and returns their ids. An idempotency key stores once within 24 hours: the same request
 * again gets the first ids, another request under the same key a 409. Mails of a workspace that was deleted meanwhile
 * are accepted, but not kept.
 */
export async function storeMails({
  keyHash,
  idempotencyKey,
  requestHash,
  messages,
}: Delivery): Promise<string[]> {
  const keys = messages.map((_, at) => (idempotencyKey === null ? null : `${idempotencyKey}#${at}`));
  const rows = messages.map((mail, at) => toRow(mail, keyHash, requestHash, keys[at] ?? null));
  return db().transaction(async (tx) => {
    if (await isOrphaned(tx, rows)) return rows.map((row) => row.id);
    if (idempotencyKey === null) {
      await tx.insert(inboxMails).values(rows);
      return rows.map((row) => row.id);
    }
    const same = and(
      eq(inboxMails.api_key_hash, keyHash),
      inArray(inboxMails.idempotency_key, keys.map(String)),
    );
    await tx
      .update(inboxMails)
      .set({ idempotency_key: null })
      .where(and(same, lt(inboxMails.created_at, sql`now() - interval '24 hours'`)));
    await tx.insert(inboxMails).values(rows).onConflictDoNothing();
    const stored = await tx.select().from(inboxMails).where(same).orderBy(asc(inboxMails.id));
    if (stored.length !== rows.length || stored.some((row) => row.request_hash !== requestHash)) {
      const text = "This idempotency key has been used on a request that had a different payload.";
      throw new MailServiceError(409, "invalid_idempotent_request", text);
    }
    return stored.map((row) => row.id);
  });
}

function toRow(mail: Message, keyHash: string, requestHash: string, idempotencyKey: string | null) {
  const { from, to, subject, html, text, ...rest } = mail;
  return {
    id: newId(),
    api_key_hash: keyHash,
    idempotency_key: idempotencyKey,
    request_hash: requestHash,
    sender: from,
    recipients: to,
    subject,
    html: html ?? null,
    text: text ?? null,
    payload: rest,
    workspace_id: z.uuid().nullable().catch(null).parse(tagOf(rest.tags, "workspace")),
    about: tagOf(rest.tags, "about"),
  };
}

const tags = z.array(z.object({ name: z.string(), value: z.string() }));

/** Written by lib/email/tags.ts; mails of others may have any tags, or none. */
function tagOf(value: unknown, name: string): string | null {
  const parsed = tags.safeParse(value);
  return parsed.data?.find((tag) => tag.name === name)?.value ?? null;
}

/** Whether a workspace that the mails name is gone. The lock keeps it from being deleted before they are stored. */
async function isOrphaned(tx: Transaction, rows: { workspace_id: string | null }[]): Promise<boolean> {
  const named = [...new Set(rows.flatMap((row) => row.workspace_id ?? []))];
  if (named.length === 0) return false;
  const found = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(inArray(workspaces.id, named))
    .for("key share");
  return found.length < named.length;
}

/** Deletes the mails about an account: those to its address, and those sent under former ones. */
export async function forgetMailsOf(user: { id: string; email: string }): Promise<void> {
  const itsOwn = or(eq(inboxMails.about, user.id), arrayContains(inboxMails.recipients, [user.email]));
  await db()
    .delete(inboxMails)
    .where(and(isNull(inboxMails.workspace_id), itsOwn));
}

export interface Window {
  limit: number;
  /** Only mails older than this id. */
  after?: string;
  /** Only mails newer than this id. */
  before?: string;
}

/** Mails newest first; of one API key, or of all for the inbox page. One more than `limit` indicates a next page. */
export async function listMails(keyHash: string | null, { limit, after, before }: Window): Promise<Mail[]> {
  const where: SQL[] = [];
  if (keyHash !== null) where.push(eq(inboxMails.api_key_hash, keyHash));
  if (after) where.push(lt(inboxMails.id, after));
  if (before) where.push(gt(inboxMails.id, before));
  return db()
    .select()
    .from(inboxMails)
    .where(and(...where))
    .orderBy(desc(inboxMails.id))
    .limit(limit + 1);
}

/** One mail; of one API key, or any for the inbox page. */
export async function findMail(keyHash: string | null, id: string): Promise<Mail | undefined> {
  const owner = keyHash === null ? undefined : eq(inboxMails.api_key_hash, keyHash);
  const [mail] = await db()
    .select()
    .from(inboxMails)
    .where(and(eq(inboxMails.id, id), owner));
  return mail;
}
