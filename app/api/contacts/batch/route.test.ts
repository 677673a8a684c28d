import { describe, expect, it } from "vitest";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { createApiKey } from "@/lib/api-keys/queries";
import { type BatchRow, batchOf, sendBatch, stateOf } from "@/lib/testing/batches";
import { contactsOf } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as batch } from "./route";

describe("the body", () => {
  it("may have 10 000 contacts and 16 MB, and no more", async () => {
    const acme = await newWorkspace();
    const many = Array.from({ length: 10_001 }, () => ({}));
    expect((await acme.call(batch, { body: many })).status).toBe(413);
    const lines = await acme.call(batch, {
      body: "{}\n".repeat(10_001),
      headers: { "content-type": "application/x-ndjson" },
    });
    expect(lines.body).toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { limit: 10_000 } });
    expect(await sendBatch(acme, many.slice(1))).toMatchObject({ failed: 10_000, change_id: null });
    const size = 16 * 1024 * 1024;
    const padded = (bytes: number) => `[${" ".repeat(bytes - 2)}]`;
    expect(await sendBatch(acme, Buffer.from(padded(size)), {}).catch(() => null)).toBeNull(); // without its media type
    const call = (bytes: number) =>
      acme.call(batch, { body: padded(bytes), headers: { "content-type": "application/json" } });
    expect((await call(size)).body).toMatchObject({ created: 0, rows: [] });
    expect((await call(size + 1)).status).toBe(413);
  });

  it("is an array of JSON, or NDJSON, of which a broken line fails alone", async () => {
    const acme = await newWorkspace();
    const text =
      '{"email":"ada@example.com"}\r\n\n{"email":\n{"email":"zoë@example.com"}\n{"email":"bob@example.com","first_name":"Bøb 🎉"}';
    for (const type of ["application/x-ndjson", "application/jsonl; charset=utf-8"]) {
      const { body } = await acme.call(batch, { body: text, headers: { "content-type": type } });
      expect(body.rows.map(({ code, index }: BatchRow) => [index, code])).toEqual([
        [0, undefined],
        [1, "invalid_json"],
        [2, "email_invalid"],
        [3, undefined],
      ]);
    }
    expect((await contactsOf(acme)).get("bob@example.com")).toMatchObject({ first_name: "Bøb 🎉" });
    const refusals: [string, string | Uint8Array, number][] = [
      ["text/csv", "email\na@example.com", 415],
      ["application/xml", "<a/>", 415],
      ["application/json", '[{"email":', 400],
      ["application/json", '{"email":"a@example.com"}', 400],
      ["application/json", "", 400],
      ["application/json", "null", 400],
      ["application/json", new Uint8Array([0x5b, 0xff, 0x5d]), 400],
    ];
    for (const [type, body, status] of refusals)
      expect((await acme.call(batch, { body, headers: { "content-type": type } })).status, type).toBe(status);
  });
});

it("answers a repeated key with what it answered first, and another batch under it with 409", async () => {
  const acme = await newWorkspace();
  const call = (body: unknown, query = {}) =>
    acme.call(batch, { body, query, headers: { "idempotency-key": "k1" } });
  const first = await call(batchOf(3));
  const again = await call(batchOf(3));
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect((await call(batchOf(4))).body.code).toBe("IDEMPOTENCY_CONFLICT");
  expect((await call(batchOf(3), { dry_run: "true" })).status).toBe(409);
  expect((await acme.call(listChanges)).body.total).toBe(1);
});

it("answers a dry run with what then happens, and writes nothing", async () => {
  const acme = await newWorkspace();
  await sendBatch(
    acme,
    batchOf(40, (n) => ({ company: "Old", tags: ["old"], is_unsubscribed: n % 7 === 0 })),
  );
  const mixed = [
    ...batchOf(60, (n) => (n % 3 === 0 ? {} : { company: "New", tags: [`t${n % 5}`], custom_fields: { n } })),
    { email: "p1@example.com", company: "Later" },
    { email: "nobody" },
  ];
  const before = await stateOf(acme);
  const tables = async () =>
    (await pg()`select count(*)::int as n from custom_keys where workspace_id = ${acme.id}`)[0];
  const keys = await tables();
  for (const strategy of ["skip", "update_only", "update"]) {
    const query = { duplicate_strategy: strategy };
    const dry = await sendBatch(acme, mixed, { ...query, dry_run: "true" });
    expect(await stateOf(acme)).toBe(before);
    expect(await tables()).toEqual(keys);
    expect(dry.change_id).toBeNull();
    expect((await acme.call(listChanges)).body.total).toBe(1);
    if (strategy !== "update") continue;
    const real = await sendBatch(acme, mixed, query);
    const unmade = (row: BatchRow) => (row.status === "created" ? { ...row, id: null } : row);
    expect(dry).toEqual({ ...real, dry_run: true, change_id: null, rows: real.rows.map(unmade) });
  }
});

it("touches no other workspace, and is refused to a key that may only read", async () => {
  const [acme, other] = await Promise.all([newWorkspace(), newWorkspace("other")]);
  const tag = (await other.call(createTag, { body: { name: "vip" } })).body.id;
  await other.call(create, { body: { email: "ada@example.com", first_name: "Theirs" } });
  const before = await stateOf(other);
  const body = await sendBatch(acme, [{ email: "ada@example.com", first_name: "Ours", tags: ["vip"] }]);
  expect(body.rows[0].status).toBe("created");
  expect(await stateOf(other)).toBe(before);
  expect((await acme.call(listTags)).body.data[0].id).not.toBe(tag);
  const { key } = await createApiKey(acme.id, acme.user.id, { name: "reader", scopes: ["read"] });
  const headers = { authorization: `Bearer ${key}` };
  expect((await acme.call(batch, { body: batchOf(1), headers })).status).toBe(403);
});
