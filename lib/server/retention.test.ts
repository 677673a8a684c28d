import { beforeEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { sweep } from "./sweep";

/** The periods of docs/decisions/retention.md, a day on either side. */
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** Ids of one process ascend, so older ones are made by hand. */
const idOf = (days: number) =>
  `${daysAgo(days)
    .getTime()
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-${newId().slice(-12)}`;

beforeEach(async () => {
  await pg()`delete from workspaces`;
  await pg()`delete from identity.users`;
  await pg()`delete from inbox_mails`;
});

async function sweepUp(thorough = true) {
  const report = await sweep({ thorough });
  await settleBackground();
  return report;
}

it("forgets notifications that are over after 90 days, but never that a user was welcomed", async () => {
  const acme = await newWorkspace();
  await pg()`delete from outbox`;
  const rows = [
    { days: 89, kind: "export_completed", status: "sent" },
    ...["sent", "failed", "unknown", "dropped"].map((status) => ({
      days: 91,
      kind: "export_completed",
      status,
    })),
    { days: 91, kind: "export_completed", status: "held" },
    { days: 91, kind: "welcome", status: "sent" },
  ];
  for (const { days, kind, status } of rows) {
    await pg()`
      insert into outbox (id, workspace_id, kind, subject_key, recipient, payload, status, created_at)
      values (${idOf(days)}, ${acme.id}, ${kind}, ${newId()}, 'a@example.com', '{}', ${status}, ${daysAgo(days).toISOString()})`;
  }
  expect(await sweepUp(false)).not.toHaveProperty("notifications");
  expect(await sweepUp()).toMatchObject({ notifications: 4 });
  const kept = await pg()`select kind, status from outbox order by id`;
  expect(kept).toEqual(
    expect.arrayContaining([
      { kind: "export_completed", status: "sent" },
      { kind: "export_completed", status: "held" },
      { kind: "welcome", status: "sent" },
    ]),
  );
  expect(kept).toHaveLength(3);
});

it("forgets mails of the embedded inbox after 90 days", async () => {
  for (const days of [89, 91]) {
    await pg()`
      insert into inbox_mails (id, api_key_hash, request_hash, sender, recipients, subject, payload)
      values (${idOf(days)}, 'x', 'x', 'a@example.com', '{b@example.com}', ${`${days} days`}, '{}')`;
  }
  expect(await sweepUp()).toMatchObject({ inbox_mails: 1 });
  expect(await pg()`select subject from inbox_mails`).toEqual([{ subject: "89 days" }]);
});

it("ends sessions that were not refreshed for 180 days, and forgets links, codes and flows after a day", async () => {
  const { user } = await newWorkspace();
  await pg()`delete from identity.sessions`;
  const session = (method: string, created: number, refreshed: number | null) => pg()`
    insert into identity.sessions (id, user_id, method, refresh_token_hmac_key, created_at, refreshed_at)
    values (${newId()}, ${user.id}, ${method}, '\\x00', ${daysAgo(created).toISOString()},
      ${refreshed === null ? null : daysAgo(refreshed).toISOString()})`;
  await session("in use", 364, 179);
  await session("new", 179, null);
  await session("left", 400, 181);
  await session("never used", 181, null);
  for (const hours of [23, 25]) {
    await pg()`
      insert into identity.one_time_tokens (id, user_id, token_type, token_hash, code_hash, relates_to, purpose, created_at)
      values (${newId()}, ${user.id}, ${`${hours} hours`}, ${newId()}, 'x', 'x', 'x', ${daysAgo(hours / 24).toISOString()})`;
    await pg()`
      insert into identity.flow_state (id, user_id, code_challenge, created_at)
      values (${newId()}, ${user.id}, ${`${hours} hours`}, ${daysAgo(hours / 24).toISOString()})`;
  }
  expect(await sweepUp()).toMatchObject({ sessions: 4 });
  expect(await pg()`select method from identity.sessions order by 1`).toEqual([
    { method: "in use" },
    { method: "new" },
  ]);
  expect(await pg()`select token_type from identity.one_time_tokens`).toEqual([{ token_type: "23 hours" }]);
  expect(await pg()`select code_challenge from identity.flow_state`).toEqual([
    { code_challenge: "23 hours" },
  ]);
});
