import { setTimeout as sleep } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";
import { limiter } from "@/lib/adapters/limiter";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import type { Attempt, Queue } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { IS_ADMITTED } from "@/lib/workspaces/rights";
import { MailError, mailClient } from "./client";
import { deliver } from "./deliver";
import { isMailKind, languageOf, type MailKind, type Payload, payloads } from "./kinds";
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
/** With the attempts that a mail has, it outlasts eleven hours without the provider, and 20 of a used-up quota. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;
interface QueuedMail<K extends MailKind> {
  workspaceId: string;
  kind: K;
  /** What the mail is about: there is at most one per kind and subject, ever. */
  subjectKey: string;
  /** Who caused it and gets it; if missing, banned, or without an address, an owner of the workspace. */
  userId: string | null;
  /** It goes to every owner and admin instead. */
  toManagers?: boolean;
  payload: Payload<K>;
}

/**
 * Writes a mail to the outbox in the transaction of its cause: both happen or neither. Address and language are fixed
 * here; nothing is written when no member who is let in has an address. Repeating it changes nothing.
 */
export async function enqueueMail<K extends MailKind>(
  tx: Sql | TransactionSql,
  mail: QueuedMail<K>,
): Promise<void> {
  await enqueueMails(tx, [mail]);
}

/** At most this many owners and admins of a workspace get a mail. */
const MANAGERS = 20;

/** The same for many at once, in one order: batches of the same mails wait for each other. Returns how many are new. */
export async function enqueueMails<K extends MailKind>(
  tx: Sql | TransactionSql,
  mails: QueuedMail<K>[],
): Promise<number> {
  const rows = JSON.stringify(
    mails.map((mail) => ({ ids: Array.from({ length: mail.toManagers ? MANAGERS : 1 }, newId), ...mail })),
  );
  const inserted = await tx`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload)
    select (q.ids ->> (member.place - 1)::int)::uuid, q."workspaceId", q.kind,
      q."subjectKey" || case when member.place > 1 then '/' || member.user_id else '' end, member.email,
      q.payload || jsonb_strip_nulls(jsonb_build_object('language', member.language))
    from jsonb_to_recordset(${rows}::jsonb)
      as q(ids jsonb, "workspaceId" uuid, kind text, "subjectKey" text, "userId" uuid, payload jsonb)
    cross join lateral (
      select m.user_id, m.email, m.language, row_number() over (
        order by (m.user_id = q."userId") is true desc, m.role = 'owner' desc, (m.user_id = w.owner_id) is true desc,
          m.created_at, m.user_id) as place
      from memberships m join workspaces w on w.id = m.workspace_id
      where m.workspace_id = q."workspaceId" and m.email is not null and ${tx.unsafe(IS_ADMITTED)}
        and (m.user_id = q."userId" or m.role in ('owner', 'admin'))
      order by place limit jsonb_array_length(q.ids)
    ) member
    order by q.kind, q."subjectKey", member.place
    on conflict (kind, subject_key) do nothing`;
  return inserted.count;
}

/**
 * Sends the mails that are due. Safe with any number of processes, any of which may die at any moment: the provider
 * drops repetitions under the same key, the id of the row. `perSecond` is the number of requests per second to a
 * hosted provider, over all processes.
 */
export function mailQueue(perSecond = PER_SECOND) {
  return {
    name: "mail" as const,
    countDue: countDueMails,
    nextInMs: nextMailInMs,
    retire: retireMails,
    async claim() {
      await keepPace(perSecond);
      return claimMail();
    },
    async work(mail: ClaimedMail) {
      const { outcome, ...attempt } = await attemptMail(mail);
      await settleMail(mail, outcome);
      return attempt;
    },
  } satisfies Queue<ClaimedMail>;
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

type Attempted = Attempt & { outcome: Outcome };

async function attemptMail(mail: ClaimedMail): Promise<Attempted> {
  const settled = (outcome: Outcome): Attempted => ({ outcome, pauseMs: 0, answered: true });
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
      ...(await renderMail(mail.kind, payload.data, languageOf(mail.payload))),
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

/** A refused key (401, 403) or a wrong address (404, 405) can be fixed by the operator; a refused mail cannot. */
function isWorthRepeating(status: number | null): boolean {
  return status === null || status >= 500 || [401, 403, 404, 405, 408, 409, 425, 429].includes(status);
}

/** 5 s, doubled with every attempt up to an hour, a quarter longer at most at random; never shorter than the provider asks. */
function waitBefore(attempts: number, { code, retryAfterS }: MailError): number {
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (1 + Math.random() / 4);
  const quota = /quota_exceeded$/.test(code) ? LONGEST_WAIT_MS : 0;
  return Math.ceil(Math.max(backOff, quota, (retryAfterS ?? 0) * 1000));
}
