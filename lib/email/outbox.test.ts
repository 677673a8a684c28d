import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { limiter } from "@/lib/adapters/limiter";
import { newId } from "@/lib/ids";
import { drain } from "@/lib/jobs/queue";
import { type MailProvider, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newMember, newWorkspace } from "@/lib/testing/workspace";
import { MailError } from "./client";
import { afterRefusal, enqueueMail, enqueueMails, mailQueue } from "./outbox";

const jobs = globalThis as typeof globalThis & { kithStopping?: boolean };

let provider: MailProvider;
beforeEach(async () => {
  await pg()`delete from outbox`;
  provider = await startMailProvider();
});
afterEach(async () => {
  jobs.kithStopping = false;
  await provider.close();
});

const exported = (exportId: string) => ({ exportId, filename: "contacts.csv", total_rows: 3 });

/** An export notification in the outbox of a new workspace, whose welcome mail has already been sent. */
async function queued() {
  const acme = await newWorkspace();
  await pg()`delete from outbox where kind = 'welcome'`;
  const subjectKey = newId();
  await enqueue(acme.id, subjectKey);
  return { acme, subjectKey };
}

function enqueue(workspaceId: string, subjectKey: string) {
  const payload = exported(subjectKey);
  return enqueueMail(pg(), { workspaceId, kind: "export_completed", subjectKey, userId: null, payload });
}

async function stored(subjectKey: string) {
  const [row] = await pg()<
    {
      id: string;
      status: string;
      attempts: number;
      last_error: string | null;
      provider_id: string | null;
      wait: number;
    }[]
  >`
    select id, status, attempts, last_error, provider_id,
      extract(epoch from next_attempt_at - now())::float8 as wait
    from outbox where subject_key = ${subjectKey}`;
  if (!row) throw new Error("no such mail");
  return row;
}

/** A transaction that has written a mail, and is rolled back when told. */
async function holdMail(mail: Parameters<typeof enqueueMail>[1]) {
  const { promise: isOver, resolve: giveUp } = Promise.withResolvers<void>();
  const { promise: pid, resolve: isHeld } = Promise.withResolvers<number>();
  void pg()
    .begin(async (tx) => {
      await enqueueMail(tx, mail);
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      isHeld(own?.pid ?? 0);
      await isOver;
      throw new Error("given up");
    })
    .catch(() => undefined);
  return { pid: await pid, giveUp };
}

it("takes the same mails in any order from several at once", async () => {
  const workspaces = [await newWorkspace("a"), await newWorkspace("b")];
  for (let round = 0; round < 10; round++) {
    const mails = workspaces.map(({ id }) => {
      const subjectKey = `${id}/${round}`;
      const payload = exported(subjectKey);
      return { workspaceId: id, kind: "export_completed" as const, subjectKey, userId: null, payload };
    });
    const held = await Promise.all(mails.map(holdMail));
    const several = [enqueueMails(pg(), mails), enqueueMails(pg(), mails.toReversed())];
    for (const { pid } of held.slice(0, 1)) await untilSomeoneWaitsFor(pid);
    await sleep(30);
    for (const { giveUp } of held) {
      giveUp();
      await sleep(30);
    }
    const counts = await Promise.all(several);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  }
});

const unhurried = () => drain(mailQueue(Number.POSITIVE_INFINITY));

it("sends a queued mail once, under the row's id, and keeps the provider's id", async () => {
  const { acme, subjectKey } = await queued();
  await enqueue(acme.id, subjectKey);
  await Promise.all([unhurried(), unhurried(), unhurried()]);
  await unhurried();
  const row = await stored(subjectKey);
  expect(row).toMatchObject({ status: "sent", attempts: 1, last_error: null });
  expect(row.provider_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(provider.requests.map((request) => request.key)).toEqual([row.id]);
  expect(provider.accepted).toMatchObject([{ to: acme.user.email, subject: "Export ready: contacts.csv" }]);
});

it("belongs to the transaction of its cause", async () => {
  const acme = await newWorkspace();
  const failing = pg().begin(async (tx) => {
    await enqueueMail(tx, {
      workspaceId: acme.id,
      kind: "export_completed",
      subjectKey: "x",
      userId: null,
      payload: exported("x"),
    });
    throw new Error("the cause did not happen");
  });
  await expect(failing).rejects.toThrow("did not happen");
  expect(await pg()`select 1 from outbox where subject_key = 'x'`).toHaveLength(0);
});

it("goes to nobody whom the provider bans: an owner gets it instead", async () => {
  const acme = await newWorkspace();
  const guest = await newMember(acme.id, { role: "admin" });
  await pg()`
    update memberships set suspended_until = now() + interval '1 day' where user_id = ${guest.user.id}`;
  const recipients = async (toManagers: boolean) => {
    const subjectKey = newId();
    const mail = {
      workspaceId: acme.id,
      kind: "export_completed",
      subjectKey,
      userId: guest.user.id,
    } as const;
    await enqueueMail(pg(), { ...mail, toManagers, payload: exported(subjectKey) });
    const rows = await pg()<{ recipient: string }[]>`
      select recipient from outbox where subject_key like ${`${subjectKey}%`}`;
    return rows.map(({ recipient }) => recipient);
  };
  expect([await recipients(false), await recipients(true)]).toEqual([[acme.user.email], [acme.user.email]]);
});

it("repeats a request whose answer was lost with the same key and the same bytes", async () => {
  const { subjectKey } = await queued();
  provider.dropRate = 1;
  await unhurried();
  expect(await stored(subjectKey)).toMatchObject({ status: "pending", attempts: 1 });
  provider.dropRate = 0;
  await pg()`update outbox set next_attempt_at = now() - interval '1 second'`;
  await unhurried();
  expect(await stored(subjectKey)).toMatchObject({ status: "sent", attempts: 2 });
  // The double refuses the same key with other bytes, as the provider does.
  expect(provider.accepted).toHaveLength(1);
});

it("waits 5 s · 2ⁿ after refusals, an hour at most, longer when asked to, and gives up after 21 attempts", async () => {
  const { subjectKey } = await queued();
  provider.fault = () => ({ status: 500 });
  for (let attempt = 1; attempt <= 21; attempt++) {
    await pg()`update outbox set next_attempt_at = now() - interval '1 second'`;
    await unhurried();
    const { wait, status } = await stored(subjectKey);
    if (attempt === 21) expect(status).toBe("failed");
    const expected = Math.min(5 * 2 ** (attempt - 1), 3600);
    if (attempt < 21) expect(wait / expected).toBeGreaterThan(0.95);
    if (attempt < 21) expect(wait / expected).toBeLessThan(1.3);
  }
  await pg()`update outbox set next_attempt_at = now() - interval '1 second'`;
  await unhurried();
  expect(provider.requests).toHaveLength(21);
});

/** The hours over which a mail is attempted that is refused like this each time. */
function hoursOf(refusal: MailError): number {
  let [hours, outcome] = [0, afterRefusal({ attempts: 1 }, refusal)];
  for (let attempts = 2; outcome.status === "pending"; attempts++) {
    hours += outcome.waitMs / (60 * 60 * 1000);
    outcome = afterRefusal({ attempts }, refusal);
  }
  return hours;
}

it.each([
  ["eleven hours without the provider", new MailError("no", "application_error", 503, null), 11],
  ["eleven hours without an answer", new MailError("no", "application_error", null, null), 11],
  ["a daily quota that is used up", new MailError("no", "daily_quota_exceeded", 429, null), 19.9],
])("outlasts %s, within the 23 hours", (_, refusal, least) => {
  const hours = hoursOf(refusal);
  expect([hours > least, hours < 23]).toEqual([true, true]);
});

it("honours Retry-After and leaves the provider alone meanwhile", async () => {
  const first = await queued();
  const second = await queued();
  provider.fault = () => ({ status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "90" } });
  await unhurried();
  expect(provider.requests).toHaveLength(1);
  const rows = [await stored(first.subjectKey), await stored(second.subjectKey)];
  expect(Math.max(...rows.map((row) => row.wait))).toBeGreaterThan(85);
  expect(rows.map((row) => row.attempts).sort()).toEqual([0, 1]);
});

it("sends at most two requests per second to a hosted provider", async () => {
  for (let n = 0; n < 5; n++) await queued();
  await drain(mailQueue());
  expect(provider.accepted).toHaveLength(5);
  const at = provider.requests.map((request) => request.at);
  // Five need two seconds: two at once, two a second later, one more. Arrivals may lag behind the tokens.
  expect((at[4] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1600);
});

it("never repeats by itself 23 hours after the first attempt", async () => {
  const { subjectKey } = await queued();
  provider.dropRate = 1;
  await unhurried();
  await pg()`update outbox set first_attempt_at = now() - interval '25 hours', next_attempt_at = now() - interval '1 second'`;
  provider.requests.length = 0;
  await unhurried();
  expect(provider.requests).toHaveLength(0);
  expect(await stored(subjectKey)).toMatchObject({ status: "unknown", attempts: 1 });
});

it("ends at once where nothing waits, however patient it is", async () => {
  await queued();
  const started = performance.now();
  await drain(mailQueue(Number.POSITIVE_INFINITY), 60_000);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(provider.accepted).toHaveLength(1);
});

it("starts no further mail when the process is to stop", async () => {
  for (let n = 0; n < 3; n++) await queued();
  provider.fault = () => {
    jobs.kithStopping = true;
    return null;
  };
  await unhurried();
  jobs.kithStopping = false;
  provider.fault = () => null;
  expect(provider.accepted).toHaveLength(1);
  await unhurried();
  expect(provider.accepted).toHaveLength(3);
});

it("keeps its pace by its own clock when the database's is an hour ahead", async () => {
  for (let n = 0; n < 3; n++) await queued();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() - 60 * 60 * 1000);
  await drain(mailQueue());
  expect(provider.accepted).toHaveLength(3);
});

it("asks the limiter for nothing while nothing is due", async () => {
  await queued();
  await pg()`update outbox set next_attempt_at = now() + interval '1 hour'`;
  const hit = vi.spyOn(limiter(), "hit");
  await drain(mailQueue());
  expect(hit).not.toHaveBeenCalled();
});

it("keeps what the provider said, without what a row cannot hold", async () => {
  const { subjectKey } = await queued();
  provider.fault = () => ({ status: 422, name: "validation_error", message: "bad\u0000\u0000 address" });
  await unhurried();
  expect(await stored(subjectKey)).toMatchObject({ status: "failed", attempts: 1 });
});

it("reads the switch again and drops what is no longer wanted", async () => {
  const { acme, subjectKey } = await queued();
  await pg()`update settings set notify_on_export_complete = false where workspace_id = ${acme.id}`;
  await unhurried();
  expect(await stored(subjectKey)).toMatchObject({ status: "dropped" });
  expect(provider.requests).toHaveLength(0);
});

it("sends nothing for a workspace that was deleted meanwhile", async () => {
  const { acme } = await queued();
  await pg()`delete from workspaces where id = ${acme.id}`;
  await unhurried();
  expect(provider.requests).toHaveLength(0);
});

it("holds the welcome mail until it is released", async () => {
  await newWorkspace();
  await pg()`update outbox set status = 'held'`;
  await unhurried();
  expect(provider.requests).toHaveLength(0);
  await pg()`update outbox set status = 'pending'`;
  await unhurried();
  expect(provider.accepted.map((mail) => mail.subject)).toEqual(["Welcome to Kith"]);
});

it("takes over from a worker that died, and a worker that wakes too late changes nothing", async () => {
  const { subjectKey } = await queued();
  await pg()`
    update outbox set status = 'sending', attempts = 1, epoch = 1, first_attempt_at = now(),
      lease_until = now() + interval '1 hour'`;
  await unhurried();
  expect(provider.requests).toHaveLength(0);
  await pg()`update outbox set lease_until = now() - interval '1 second'`;
  await unhurried();
  expect(await stored(subjectKey)).toMatchObject({ status: "sent", attempts: 2 });
});

it.each([
  [422, "validation_error", "failed"],
  [409, "invalid_idempotent_request", "unknown"],
  [409, "concurrent_idempotent_requests", "pending"],
  [401, "missing_api_key", "pending"],
  [503, "application_error", "pending"],
  [null, "application_error", "pending"],
])("after %s %s the mail is %3$s", (status, code, expected) => {
  expect(afterRefusal({ attempts: 1 }, new MailError("no", code, status, null)).status).toBe(expected);
});

it("calls a mail whose last attempt met silence unknown, not failed", () => {
  const silence = new MailError("no", "application_error", null, null);
  expect(afterRefusal({ attempts: 21 }, silence).status).toBe("unknown");
});
