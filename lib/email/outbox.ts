import { setTimeout as sleep } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";
import { limiter } from "@/lib/adapters/limiter";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { isStopping } from "@/lib/jobs/stopping";
import { log } from "@/lib/log";
import { MailError, mailClient } from "./client";
import { deliver } from "./deliver";
import { isMailKind, type MailKind, type Payload, payloads } from "./kinds";
import {
  type ClaimedMail,
  claimMail,
  countDueMails,
  MAX_ATTEMPTS,
  nextMailInMs,
  type Outcome,
  retireMails,
  settleMail,
} from "./queries";
import { mailTags } from "./tags";

/** Below the provider's default limit of requests per second and team. */
const PER_SECOND = 2;
const FIRST_WAIT_MS = 5_000;
/** With the attempts that a mail has, it outlasts a day. */
const QUOTA_WAIT_MS = 3 * 60 * 60 * 1000;
/** A wait that the provider asks for is slept through up to this; beyond it the run ends. */
const MAX_PAUSE_MS = 10_000;
/** So many attempts in a row without an answer, and the provider is down: the run ends. */
const MAX_MISSES = 3;

export interface QueuedMail<K extends MailKind> {
  workspaceId: string;
  kind: K;
  /** What the mail is about: there is at most one per kind and subject, ever. */
  subjectKey: string;
  /** Who caused it and gets it; without, or without an address, the owner of the workspace. */
  userId: string | null;
  payload: Payload<K>;
}

/**
 * Writes a mail into the outbox in the transaction of its cause: both happen or neither. The address is settled
 * here; nothing is written when no member has one. Repeating it changes nothing.
 */
export async function enqueueMail<K extends MailKind>(
  tx: Sql | TransactionSql,
  mail: QueuedMail<K>,
): Promise<void> {
  await enqueueMails(tx, [mail]);
}

/** The same for many at once. Returns how many are new. */
export async function enqueueMails<K extends MailKind>(
  tx: Sql | TransactionSql,
  mails: QueuedMail<K>[],
): Promise<number> {
  const rows = JSON.stringify(mails.map((mail) => ({ id: newId(), ...mail })));
  const inserted = await tx`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload)
    select q.id, q."workspaceId", q.kind, q."subjectKey", member.email, q.payload
    from jsonb_to_recordset(${rows}::jsonb)
      as q(id uuid, "workspaceId" uuid, kind text, "subjectKey" text, "userId" uuid, payload jsonb)
    cross join lateral (
      select m.email from memberships m join workspaces w on w.id = m.workspace_id
      where m.workspace_id = q."workspaceId" and m.email is not null
      order by (m.user_id = q."userId") is true desc, (m.user_id = w.owner_id) is true desc, m.created_at
      limit 1
    ) member
    on conflict (kind, subject_key) do nothing`;
  return inserted.count;
}

export interface SendOptions {
  /** Requests per second to a hosted provider, over all processes. */
  perSecond?: number;
  /** How long to wait for mails whose next attempt is near. Where no scheduler runs, a call does it itself. */
  patienceMs?: number;
}

let running: Promise<void> | null = null;
let calledAgain = false;

/**
 * Sends what is due, one mail after the other, until nothing is. At most one run per process: a call during a run
 * joins it, and what it was called for is sent. Safe with any number of processes, and with any of them dying at any
 * moment: the provider drops what it accepted before under the same key, the id of the row.
 */
export function sendDueMails(options: SendOptions = {}): Promise<void> {
  calledAgain = true;
  running ??= runUntilQuiet(options);
  return running;
}

async function runUntilQuiet(options: SendOptions): Promise<void> {
  try {
    while (calledAgain) {
      calledAgain = false;
      await sendAll(options);
    }
  } finally {
    running = null;
  }
}

async function sendAll({ perSecond = PER_SECOND, patienceMs = env().VERCEL ? 60_000 : 0 }: SendOptions) {
  const patientUntil = Date.now() + patienceMs;
  const deadline = Date.now() + env().JOB_TIME_BUDGET_MS;
  await retireMails();
  // Every few seconds, mostly for nothing: a hosted limiter counts, and sells, its commands.
  if (patienceMs === 0 && (await countDueMails()) === 0) return;
  for (let misses = 0; misses < MAX_MISSES && Date.now() < deadline && !isStopping(); ) {
    await keepPace(perSecond);
    const mail = await claimMail();
    if (!mail) {
      const waitMs = patienceMs > 0 ? await nextMailInMs() : null;
      if (waitMs === null || Date.now() + waitMs > patientUntil) return;
      await sleep(waitMs + 50);
      continue;
    }
    const { outcome, pauseMs, answered } = await attempt(mail);
    await settleMail(mail, outcome);
    misses = answered ? 0 : misses + 1;
    if (pauseMs > MAX_PAUSE_MS) return;
    if (pauseMs > 0) await sleep(pauseMs);
  }
}

/** One request per token; the limiter's windows are shared by all processes. */
async function keepPace(perSecond: number): Promise<void> {
  if (env().embedded.mail || perSecond === Number.POSITIVE_INFINITY) return;
  for (;;) {
    const { allowed, resetAt } = await limiter().hit("mail:provider", { max: perSecond, windowMs: 1000 });
    if (allowed) return;
    await sleep(Math.min(Math.max(20, resetAt - Date.now()), 1000)); // two clocks may differ by more
  }
}

interface Attempt {
  outcome: Outcome;
  /** How long the provider wants to be left alone. */
  pauseMs: number;
  answered: boolean;
}

async function attempt(mail: ClaimedMail): Promise<Attempt> {
  const settled = (outcome: Outcome): Attempt => ({ outcome, pauseMs: 0, answered: true });
  if (!mail.wanted) return settled({ status: "dropped", error: "the notification was switched off" });
  if (!isMailKind(mail.kind)) return settled({ status: "failed", error: `no template for ${mail.kind}` });
  const payload = payloads[mail.kind].safeParse(mail.payload);
  if (!payload.success) return settled({ status: "failed", error: "the payload does not fit its template" });
  try {
    const { renderMail } = await import("./render");
    const message = {
      from: env().MAIL_FROM,
      to: mail.recipient,
      tags: mailTags(mail.workspaceId, mail.subject),
      ...(await renderMail(mail.kind, payload.data)),
    };
    return settled({ status: "sent", providerId: await deliver(mailClient(), message, mail.id) });
  } catch (error) {
    const refusal =
      error instanceof MailError ? error : new MailError(String(error), "internal_error", 500, null);
    log().warn(
      { mail: mail.id, kind: mail.kind, code: refusal.code, status: refusal.status },
      "mail not accepted",
    );
    const pauseMs = refusal.status === 429 ? (refusal.retryAfterS ?? 1) * 1000 : 0;
    return { outcome: afterRefusal(mail, refusal), pauseMs, answered: refusal.status !== null };
  }
}

/** Exported for its test: what a refusal, an outage or silence means for the mail. */
export function afterRefusal({ attempts }: Pick<ClaimedMail, "attempts">, refusal: MailError): Outcome {
  const { status, code } = refusal;
  const error = `${code}${status === null ? "" : ` (${status})`}: ${refusal.message}`;
  // The key is known with another content: an earlier version of the application sent it, or a setting changed.
  if (code === "invalid_idempotent_request") return { status: "unknown", error };
  if (!isWorthRepeating(status)) return { status: "failed", error };
  if (attempts >= MAX_ATTEMPTS) return { status: status === null ? "unknown" : "failed", error };
  return { status: "pending", waitMs: waitBefore(attempts, refusal), error };
}

/** A refused key (401, 403) or a wrong address (404, 405) can be mended by the operator; a refused mail cannot. */
function isWorthRepeating(status: number | null): boolean {
  return status === null || status >= 500 || [401, 403, 404, 405, 408, 409, 425, 429].includes(status);
}

/** 5 s, doubled with every attempt, up to a quarter longer at random; never shorter than the provider asks. */
function waitBefore(attempts: number, { code, retryAfterS }: MailError): number {
  const backOff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (1 + Math.random() / 4);
  const quota = /quota_exceeded$/.test(code) ? QUOTA_WAIT_MS : 0;
  return Math.ceil(Math.max(backOff, quota, (retryAfterS ?? 0) * 1000));
}
