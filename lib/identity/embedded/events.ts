import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { secretsOf, webhookOf } from "@/lib/webhooks/sign";
import type { UserRow } from "./users";

/** The body of Supabase's database webhook for `auth.users`, with the columns that are not secret. */
export interface UserEvent {
  type: "INSERT" | "UPDATE" | "DELETE";
  schema: "auth";
  table: "users";
  record: EventRecord | null;
  old_record: EventRecord | null;
}

interface EventRecord {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  banned_until: string | null;
  created_at: string;
}

type Deliver = (event: UserEvent) => Promise<void>;

const holder = globalThis as typeof globalThis & { kithDeliver?: Deliver };

/** Replaces delivery over HTTP; tests run without a server. Without an argument the default is restored. */
export function setDelivery(deliver?: Deliver): void {
  holder.kithDeliver = deliver;
}

/** Long enough for a busy machine; a sign-up never waits longer, and never fails because of it. */
const PATIENCE_MS = 10_000;

/** Notifies POST /api/webhooks of a new user, and waits, so that the first call after sign-up finds a workspace. */
export async function announceUser(user: UserRow): Promise<void> {
  await announce({
    type: "INSERT",
    schema: "auth",
    table: "users",
    record: recordOf(user),
    old_record: null,
  });
}

/** Notifies it of a relevant change: the address was confirmed or changed, or a ban began or ended. */
export async function announceChange(before: UserRow, after: UserRow): Promise<void> {
  const record = recordOf(after);
  const old_record = recordOf(before);
  const confirmed = record.email_confirmed_at !== null && old_record.email_confirmed_at === null;
  const banned = record.banned_until !== old_record.banned_until;
  if (!confirmed && !banned && record.email === old_record.email) return;
  await announce({ type: "UPDATE", schema: "auth", table: "users", record, old_record });
}

/** Notifies it that the account was deleted, so that its API keys stop working. */
export async function announceDeletion(user: UserRow): Promise<void> {
  await announce({
    type: "DELETE",
    schema: "auth",
    table: "users",
    record: null,
    old_record: recordOf(user),
  });
}

async function announce(event: UserEvent): Promise<void> {
  try {
    await (holder.kithDeliver ?? post)(event);
  } catch (error) {
    // Delivery is at most once, as on a hosted project: the next sign-in provisions.
    log().warn({ err: error, userId: (event.record ?? event.old_record)?.id }, "user event not delivered");
  }
}

async function post(event: UserEvent): Promise<void> {
  const webhook = secretsOf(env().WEBHOOK_SECRET).map(webhookOf).find(Boolean);
  if (!webhook) throw new Error("WEBHOOK_SECRET is not set or not of the form v1,whsec_…");
  const body = JSON.stringify(event);
  const id = `msg_${newId()}`;
  const now = new Date();
  const response = await fetch(`${env().INTERNAL_URL}/api/webhooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": webhook.sign(id, now, body),
    },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: "error",
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`webhook answered ${response.status}`);
}

function recordOf(user: UserRow): EventRecord {
  return {
    id: user.id,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at?.toISOString() ?? null,
    banned_until: user.banned_until?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
  };
}
