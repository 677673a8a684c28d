import { expect, it } from "vitest";
import { PATCH as patch, GET as read } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as create, GET as list } from "@/app/api/contacts/route";
import { newWorkspace } from "@/lib/testing/workspace";

const json = { "content-type": "application/json" };
const contact = (custom: string, name = "a") =>
  `{"email":"${name}@example.com","first_name":"A","custom_fields":${custom}}`;

it("refuses a number that it would not keep as it was sent, says where it is, and stores nothing", async () => {
  const acme = await newWorkspace();
  const wrong: [string, (string | number)[]][] = [
    ['{"k":12345678901234567890}', ["k"]],
    ['{"k":1e400}', ["k"]],
    ['{"x":1,"k":{"a":[1,1e400]}}', ["k", "a", 1]],
    ['{"k":0.1234567890123456789}', ["k"]],
    ['{"k":1e-400}', ["k"]],
  ];
  for (const [custom, path] of wrong) {
    const { status, body } = await acme.call(create, { body: contact(custom), headers: json });
    expect([status, body.code], custom).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details).toMatchObject([{ path: ["custom_fields", ...path], code: "inexact_number" }]);
    expect(body.message).toContain("must be sent as text");
  }
  expect((await acme.call(list)).body.total).toBe(0);
});

it("keeps what a double holds, as it was", async () => {
  const acme = await newWorkspace();
  const kept =
    '{"a":1.50,"b":9007199254740992,"c":1e23,"d":0.1,"e":5e-324,"f":"12345678901234567890","g":-0.0}';
  const { status, body } = await acme.call(create, { body: contact(kept), headers: json });
  expect(status).toBe(201);
  expect(body.custom_fields).toEqual({ ...JSON.parse(kept), g: 0 });
});

it("refuses them in other bodies, too", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(create, { body: contact('{"k":1}'), headers: json })).body;
  const params = { id };
  const changed = await acme.call(patch, { params, body: '{"custom_fields":{"k":1e400}}', headers: json });
  expect(changed.status).toBe(400);
  const all = `{"action":"set","ids":["${id}"],"fields":{"custom_fields":{"k":12345678901234567890}}}`;
  expect((await acme.call(bulk, { body: all, headers: json })).body.details[0].code).toBe("inexact_number");
  expect((await acme.call(read, { params })).body.custom_fields).toEqual({ k: 1 });
});

it("lets only that row of a batch fail, as an array and as lines", async () => {
  const acme = await newWorkspace();
  const rows = [
    contact('{"k":1}', "a"),
    contact('{"k":{"n":[12345678901234567890]}}', "b"),
    '{"email":"c@example.com","is_unsubscribed":true,"notes":1e400,"custom_fields":{"k":1e400}}',
    "1e400",
    contact('{"k":"12345678901234567890"}', "d"),
  ];
  const bodies = { "application/json": `[${rows.join(",")}]`, "application/x-ndjson": rows.join("\n") };
  for (const [type, body] of Object.entries(bodies)) {
    const answer = await acme.call(batch, {
      body,
      headers: { "content-type": type },
      query: { dry_run: "true" },
    });
    const told = (row: Record<string, unknown>) => [row.status, row.code, row.field, row.opted_out];
    expect(answer.body.rows.map(told)).toEqual([
      ["created", undefined, undefined, undefined],
      ["failed", "inexact_number", "custom_fields.k", undefined],
      ["failed", "inexact_number", "notes", true],
      ["failed", "wrong_type", undefined, undefined],
      ["created", undefined, undefined, undefined],
    ]);
  }
});

it("takes large and deep bodies in time", async () => {
  const acme = await newWorkspace();
  const size = 1000 * 1000;
  const deep = `{"a":${"[".repeat(size / 2 - 10)}1e400${"]".repeat(size / 2 - 10)}}`;
  const wide = `{"${"k".repeat(size / 2)}":[${"1e400,".repeat(size / 13)}1]}`;
  for (const body of [deep, wide]) {
    const start = performance.now();
    const answer = await acme.call(create, { body, headers: json });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
    expect(performance.now() - start).toBeLessThan(5000);
  }
});
