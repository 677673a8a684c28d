import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { DELETE as DELETE_CONTACT } from "@/app/api/contacts/[id]/route";
import { POST as BATCH } from "@/app/api/contacts/batch/route";
import { POST as CREATE_CONTACT, GET as LIST_CONTACTS } from "@/app/api/contacts/route";
import { POST as CREATE_TAG } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { operationNamed } from "@/lib/testing/api-document";
import { newWorkspace } from "@/lib/testing/workspace";
import { hold, once } from "./idempotency";
import { Reply } from "./reply";

const ada = { email: "ada@example.com", first_name: "Ada" };
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const done = async () => new Reply(201, { n: 1 }, { Location: "/x" });

/** As if the key had been used this long ago, or its holder had begun this long ago. */
async function age(workspaceId: string, interval: string) {
  await pg()`
    update idempotency_keys
    set created_at = created_at - ${interval}::interval, locked_until = locked_until - ${interval}::interval
    where workspace_id = ${workspaceId}`;
}

/** Work that pauses until it is released. */
function pausedWork(answer: unknown) {
  let finish: (reply: Reply) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const outcome = new Promise<Reply>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const started = vi.fn(() => outcome);
  return { started, finish: () => finish(new Reply(201, answer, {})), fail: () => fail(new Error("broken")) };
}

describe("a repeated Idempotency-Key", () => {
  it("replays status, body and headers of the first answer and does nothing again", async () => {
    const acme = await newWorkspace();
    const send = () => acme.call(CREATE_CONTACT, { body: ada, ...keyed("k") });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect((await acme.call(LIST_CONTACTS)).body.total).toBe(1);
  });

  it("is a conflict when the request differs", async () => {
    const acme = await newWorkspace();
    await acme.call(CREATE_CONTACT, { body: ada, ...keyed("k") });
    const other = await acme.call(CREATE_CONTACT, { body: { ...ada, first_name: "Eve" }, ...keyed("k") });
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it("counts per workspace and operation", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const answers = [
      await acme.call(CREATE_CONTACT, { body: ada, ...keyed("k") }),
      await other.call(CREATE_CONTACT, { body: ada, ...keyed("k") }),
      await acme.call(CREATE_TAG, { body: { name: "red" }, ...keyed("k") }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(answers.map((answer) => answer.headers.get("idempotency-replayed"))).toEqual([null, null, null]);
  });

  it("works once for 20 requests at the same time", async () => {
    const acme = await newWorkspace();
    const send = () => acme.call(CREATE_TAG, { body: { name: "red" }, ...keyed("k") });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.get("idempotency-replayed"),
    );
    expect(fresh).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 409) expect(body.code).toBe("IDEMPOTENCY_CONFLICT");
      else expect(body).toEqual(fresh[0]?.body);
    }
  });

  it("keeps nothing of a request that failed, validation included", async () => {
    const acme = await newWorkspace();
    expect((await acme.call(CREATE_CONTACT, { body: { email: "x" }, ...keyed("k") })).status).toBe(400);
    await acme.call(CREATE_CONTACT, { body: ada });
    expect((await acme.call(CREATE_CONTACT, { body: ada, ...keyed("k") })).status).toBe(409);
    await pg()`delete from contacts where workspace_id = ${acme.id}`;
    const answer = await acme.call(CREATE_CONTACT, { body: ada, ...keyed("k") });
    expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([201, null]);
  });

  it("replays an answer about names that the database cannot store", async () => {
    const acme = await newWorkspace();
    const rows = [
      '{"email":"ada@example.com","first_name":"Ada"}',
      '{"email":"bob@example.com","custom_fields":{"a\\u0000b":1e400}}',
      '{"email":"bob@example.com","opted\\u0000out":true}',
      '{"email":"bob@example.com","opted out \\ud800":true}',
    ];
    const body = Buffer.from(`[${rows.join(",")}]`);
    const headers = { "content-type": "application/json", "idempotency-key": "names" };
    const [first, second] = [
      await acme.call(BATCH, { body, headers }),
      await acme.call(BATCH, { body, headers }),
    ];
    expect([first.status, first.body.created, first.body.failed]).toEqual([200, 1, 3]);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it("is refused beside a body that is nested too deeply to be compared", async () => {
    const acme = await newWorkspace();
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const body = Buffer.from(`[{"email":"ada@example.com","other":${deep}}]`);
    const send = (headers: Record<string, string>) =>
      acme.call(BATCH, { body, headers: { "content-type": "application/json", ...headers } });
    const answer = await send(keyed("k").headers);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect((await send({})).status).toBe(200);
  });

  it.each([
    ["", { code: "too_small", limit: 1 }],
    ["x".repeat(256), { code: "too_big", limit: 255 }],
  ])("is refused at a length other than 1 to 255", async (key, bound) => {
    const acme = await newWorkspace();
    const answer = await acme.call(CREATE_TAG, { body: { name: "red" }, ...keyed(key) });
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.details).toMatchObject([bound]);
    expect((await acme.call(CREATE_TAG, { body: { name: "red" }, ...keyed("x".repeat(255)) })).status).toBe(
      201,
    );
  });

  it("is forgotten after 24 hours, not before", async () => {
    const acme = await newWorkspace();
    const work = vi.fn(done);
    const run = (input: unknown) => once(acme.id, "op", "k", input, work);
    await run(1);
    await age(acme.id, "23 hours 59 minutes");
    expect((await run(1)).headers).toEqual({ Location: "/x", "Idempotency-Replayed": "true" });
    expect(work).toHaveBeenCalledTimes(1);
    await age(acme.id, "2 minutes");
    expect((await run("something else")).headers).toEqual({ Location: "/x" });
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe("a first request that is still running", () => {
  it("makes the second wait its turn: 409 with Retry-After", async () => {
    const acme = await newWorkspace();
    const first = pausedWork({ n: 1 });
    const running = once(acme.id, "op", "k", {}, first.started);
    await vi.waitFor(() => expect(first.started).toHaveBeenCalled());
    const second = once(acme.id, "op", "k", {}, done);
    await expect(second).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
      headers: { "Retry-After": "1" },
    });
    first.finish();
    await running;
    expect((await once(acme.id, "op", "k", {}, done)).body).toEqual({ n: 1 });
  });

  it("holds its key for as long as it runs", async () => {
    const acme = await newWorkspace();
    const first = pausedWork("first");
    const usual = { ...hold };
    Object.assign(hold, { lastsMs: 500, renewedEveryMs: 50 });
    try {
      const running = once(acme.id, "op", "k", {}, first.started);
      await vi.waitFor(() => expect(first.started).toHaveBeenCalled());
      for (let n = 0; n < 10; n++) {
        await sleep(150);
        await expect(once(acme.id, "op", "k", {}, done)).rejects.toThrow("still running");
      }
      first.finish();
      await running;
      expect((await once(acme.id, "op", "k", {}, done)).body).toBe("first");
    } finally {
      Object.assign(hold, usual);
    }
  });

  it("whose process is gone loses its key after 15 seconds, and cannot touch what its successor keeps", async () => {
    const acme = await newWorkspace();
    const [late, broken] = [pausedWork("late"), pausedWork("broken")];
    for (const [key, work, end] of [
      ["a", late, () => late.finish()],
      ["b", broken, () => broken.fail()],
    ] as const) {
      const first = once(acme.id, "op", key, {}, work.started);
      await vi.waitFor(() => expect(work.started).toHaveBeenCalled());
      await age(acme.id, "14 seconds");
      await expect(once(acme.id, "op", key, {}, done)).rejects.toThrow(ApiError);
      await age(acme.id, "2 seconds");
      const successor = pausedWork("successor");
      const second = once(acme.id, "op", key, {}, successor.started);
      await vi.waitFor(() => expect(successor.started).toHaveBeenCalled());
      end();
      await first.catch(() => undefined);
      await expect(once(acme.id, "op", key, {}, done)).rejects.toThrow("still running");
      successor.finish();
      await second;
      expect((await once(acme.id, "op", key, {}, done)).body).toBe("successor");
    }
  });
});

it("answers 410 for a contact that was deleted since, as the document declares", async () => {
  const acme = await newWorkspace();
  const send = () => acme.call(CREATE_CONTACT, { body: ada, ...keyed("gone") });
  const { id } = (await send()).body;
  await acme.call(DELETE_CONTACT, { params: { id }, query: { erase: "true" } });
  const { status, body } = await send();
  expect([status, body.code]).toEqual([410, "GONE"]);
  const { responses = {} } = operationNamed("createContact")?.operation ?? {};
  expect(Object.keys(responses)).toContain("410");
});
