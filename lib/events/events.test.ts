import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DELETE as revokeKey } from "@/app/api/api-keys/[id]/route";
import { POST as createKey } from "@/app/api/api-keys/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as readEvents } from "@/app/api/events/route";
import { POST as createField } from "@/app/api/fields/route";
import { POST as acceptInvitation } from "@/app/api/invitations/accept/route";
import { PATCH as changeSegment, DELETE as deleteSegment } from "@/app/api/segments/[id]/route";
import { POST as createSegment } from "@/app/api/segments/route";
import { POST as createTag } from "@/app/api/tags/route";
import { closeDatabase, pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { issueInvitation } from "@/lib/invitations/queries";
import { changed, openEvents } from "@/lib/testing/events";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { startEvents, stopEvents } from "./hub";
import { eventKinds } from "./schemas";

beforeEach(() => void startEvents());
afterEach(stopEvents);

const anyChange = (one: { event: string }) => one.event === "changed";
const addContact = (
  acme: Awaited<ReturnType<typeof newWorkspace>>,
  email = `${crypto.randomUUID()}@example.com`,
) => acme.call(createContact, { body: { email, first_name: "Ada" } });

it("tells everybody of the workspace at once what kind of thing changed, and nobody else", async () => {
  const [acme, other] = await Promise.all([newWorkspace(), newWorkspace("other")]);
  const streams = await Promise.all([acme.token, acme.token, other.token].map((token) => openEvents(token)));
  await Promise.all(streams.map(({ until }) => until(anyChange)));
  for (const stream of streams) stream.forget();
  const [one, two, neighbour] = streams;
  await addContact(acme, "secret.person@example.com");
  const written = performance.now();
  for (const stream of [one, two]) {
    const { at } = (await stream?.until(changed("contacts"))) ?? { at: Number.POSITIVE_INFINITY };
    // Without an event, no check is made for ten seconds.
    expect(at - written).toBeLessThan(2000);
    expect(stream?.said()).not.toMatch(/secret|Ada/);
  }
  await sleep(300);
  expect(neighbour?.heard).toEqual([]);
});

it("tells members at once who joined, though they joined out of another workspace", async () => {
  const [acme, guest] = await Promise.all([newWorkspace(), newWorkspace("guest")]);
  const { email } = guest.user;
  const rights = {
    role: "viewer",
    may_import: false,
    may_undo: false,
    may_export: false,
    may_send: false,
  } as const;
  const { token } = await issueInvitation(acme.id, acme.user.id, { email, ...rights });
  const stream = await openEvents(acme.token);
  await stream.until(anyChange);
  stream.forget();
  expect((await guest.call(acceptInvitation, { body: { token } })).status).toBe(200);
  const joined = performance.now();
  expect((await stream.until(changed("members"))).at - joined).toBeLessThan(2000);
});

it("tells everybody of segments and custom fields that somebody creates, changes or deletes", async () => {
  const acme = await newWorkspace();
  const stream = await openEvents(acme.token);
  await stream.until(anyChange);
  const toldOf = async (kind: string, work: () => Promise<{ status: number }>) => {
    stream.forget();
    expect((await work()).status).toBeLessThan(300);
    await stream.until(changed(kind));
  };
  const { body: segment } = await acme.call(createSegment, {
    body: { name: "VIP", filter: { search: "ada" } },
  });
  await stream.until(changed("segments"));
  const params = { id: segment.id };
  await toldOf("segments", () =>
    acme.call(changeSegment, { method: "PATCH", params, body: { name: "Board" } }),
  );
  await toldOf("segments", () => acme.call(deleteSegment, { method: "DELETE", params }));
  await toldOf("fields", () => acme.call(createField, { body: { key: "plan", name: "Plan", type: "text" } }));
});

it("is text that nobody on the way may hold back", async () => {
  const acme = await newWorkspace();
  const { status, headers } = await openEvents(acme.token);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toContain("no-transform");
  expect(headers.get("x-accel-buffering")).toBe("no");
});

/** Imports a file of three rows. Returns the import, and after how long its end was sent. */
async function importThree(acme: Awaited<ReturnType<typeof newWorkspace>>) {
  const stream = await openEvents(acme.token);
  await stream.until(anyChange);
  stream.forget();
  const rows = ["a", "b", "c"].map((name) => `${name}@example.com,${name}`).join("\n");
  const { id, completed_at } = await importText(acme, `email,first_name\n${rows}\n`);
  const done = performance.now() - (Date.now() - Date.parse(completed_at));
  await expect
    .poll(async () => {
      const { body } = await acme.call(readEvents);
      return stream.heard.findLast((one) => one.id)?.id === body.id;
    })
    .toBe(true);
  const told = stream.heard.findLast(changed("imports"))?.at ?? Number.POSITIVE_INFINITY;
  await stream.close();
  return { id, ms: told - done };
}

it("says that a small import is over within 400 ms, and how far one is that runs", async () => {
  const acme = await newWorkspace();
  // The fastest of three: a busy machine delays the test itself.
  const imports = [await importThree(acme), await importThree(acme), await importThree(acme)];
  expect(Math.min(...imports.map(({ ms }) => ms))).toBeLessThan(400);
  const id = imports[0]?.id ?? "";

  const stream = await openEvents(acme.token);
  await stream.until(anyChange);
  stream.forget();
  await pg()`
    update imports set status = 'processing', total_rows = 10, lease_until = now() + interval '1 hour' where id = ${id}`;
  await addContact(acme);
  const { data } = await stream.until(({ event }) => event === "progress");
  expect(data).toMatchObject({
    kind: "import",
    id,
    fields: { status: "processing", processed_rows: 3, total_rows: 10 },
  });
  // Checkpoints send no event: a job that is watched is polled.
  await pg()`update imports set processed_rows = 7, updated_rows = updated_rows + 4 where id = ${id}`;
  await stream.until(({ data }) => data.fields?.processed_rows === 7, 3000);
});

describe("resuming", () => {
  it("tells what changed in between, whichever process is asked, and nothing else", async () => {
    const acme = await newWorkspace();
    const first = await openEvents(acme.token);
    const { id } = await first.until(anyChange);
    await first.close();
    const lastId = id ?? "";
    const still = await openEvents(acme.token, { lastId });
    expect((await still.until(anyChange)).data).toEqual({ changed: [] });
    await stopEvents();
    await acme.call(createTag, { body: { name: "customer" } });
    startEvents();
    const resumed = await openEvents(acme.token, { lastId });
    expect((await resumed.until(anyChange)).data).toEqual({ changed: ["contacts"] });
    const lost = await openEvents(acme.token, { lastId: "1.2.3'; drop table contacts" });
    expect((await lost.until(anyChange)).data.changed).toHaveLength(eventKinds.length);
  });

  it("tells a page that was loaded a moment ago what it may have missed", async () => {
    const acme = await newWorkspace();
    await addContact(acme);
    const seen = async (since: string) => {
      const stream = await openEvents(acme.token, { query: { since } });
      return (await stream.until(anyChange)).data.changed;
    };
    expect(await seen("0")).toContain("contacts");
    await sleep(1200);
    expect(await seen("0")).toEqual([]);
    expect(await seen("5000")).toContain("contacts");
  });

  it("answers once, as JSON, whoever asks for no stream or where there are none", async () => {
    const acme = await newWorkspace();
    const { body } = await acme.call(readEvents);
    await addContact(acme);
    const next = await acme.call(readEvents, { query: { after: body.id } });
    expect(next.body).toMatchObject({ changed: ["contacts"], jobs: [] });
    await stopEvents();
    const { headers } = await openEvents(acme.token);
    expect(headers.get("content-type")).toMatch("application/json");
  });
});

describe("ending", () => {
  it("ends within seconds when the session has ended or the key was revoked", async () => {
    const acme = await newWorkspace();
    const { body: key } = await acme.call(createKey, { body: { name: "robot", scopes: ["read"] } });
    const [one, two] = [await openEvents(acme.token), await openEvents(key.key ?? key.token)];
    await Promise.all([one.until(anyChange), two.until(anyChange)]);
    await acme.call(revokeKey, { params: { id: key.id } });
    await pg()`delete from identity.sessions where user_id = ${acme.user.id}`;
    const began = performance.now();
    await Promise.all([one.ended, two.ended]);
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it("ends when the process leaves its place or stops, and takes no more", async () => {
    const acme = await newWorkspace();
    const stream = await openEvents(acme.token);
    await stream.until(anyChange);
    process.emit("message", { leave: true }, undefined);
    await stream.ended;
    const late = await openEvents(acme.token);
    await late.ended;
    expect(late.said()).toBe("retry: 1000\n\n");
  });
});

it("refuses more streams than a user may have, in words, and takes one again after one has left", async () => {
  const acme = await newWorkspace();
  const open = await Promise.all(Array.from({ length: 20 }, () => openEvents(acme.token)));
  const refused = await openEvents(acme.token);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(refused.body).toMatchObject({
    code: "RATE_LIMITED",
    details: { reason: "event_streams_of_user", limit: 20, processes: 1 },
  });
  const listening = async () => {
    const [row] = await pg()`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'listen kith%'`;
    return row?.n;
  };
  await expect.poll(listening, { message: "connections for twenty streams" }).toBe(1);
  await open[0]?.close();
  expect((await openEvents(acme.token)).status).toBe(200);
});

it("tells a reader who did not read for long where things stand, and no history", async () => {
  const acme = await newWorkspace();
  const { response } = await acme.call(readEvents, { headers: { accept: "text/event-stream" } });
  for (let n = 0; n < 12; n++) {
    await addContact(acme);
    await sleep(120);
  }
  const reader = response.body?.getReader();
  let text = "";
  for (let n = 0; n < 2; n++) text += new TextDecoder().decode((await reader?.read())?.value);
  expect(text.match(/^id: /gm)).toHaveLength(1);
  const { body } = await acme.call(readEvents);
  expect(text).toContain(`id: ${body.id}\n`);
});

describe("several processes", () => {
  const touch = (id: string) =>
    pg()`update settings set updated_at = clock_timestamp() where workspace_id = ${id}`;
  const notify = (id: string) => pg()`select pg_notify('kith_events', ${`another ${id}`})`;

  it("hear of each other's writes, also after the connection was lost", async () => {
    const acme = await newWorkspace();
    const stream = await openEvents(acme.token);
    await stream.until(anyChange);
    const hears = async () => {
      stream.forget();
      await touch(acme.id);
      await notify(acme.id);
      return stream.until(changed("settings"), 700).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(hears).toBe(true);
    const [ended] = await pg()`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query like 'listen kith%'`;
    expect(ended?.ended).toBe(true);
    await expect.poll(hears, { timeout: 8000 }).toBe(true);
  });

  it("look again every two seconds where a pooler is in between", async () => {
    const direct = process.env.DATABASE_URL ?? "";
    process.env.DATABASE_URL = `${direct}?pgbouncer=true`;
    await stopEvents();
    await closeDatabase();
    resetEnv();
    startEvents();
    try {
      const acme = await newWorkspace();
      const stream = await openEvents(acme.token);
      await stream.until(anyChange);
      stream.forget();
      await touch(acme.id);
      await stream.until(changed("settings"), 8000);
    } finally {
      process.env.DATABASE_URL = direct;
      await stopEvents();
      await closeDatabase();
      resetEnv();
    }
  });
});
