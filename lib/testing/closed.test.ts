import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { GET as listTags } from "@/app/api/tags/route";
import { contractFaults } from "@/lib/testing/checks/wire";
import { endpoint, json, send } from "./checks/operations";
import { closed } from "./closed";
import { callRoute, newWorkspace } from "./workspace";

const tag = { id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10", name: "a", color: null, emoji: null };
const told = { ...tag, workspace_id: tag.id, created_at: "2026-11-20T21:50:00.000Z", contact_count: 1 };
const answers = [
  ["beside the declared ones", { data: [], nextCursor: null, secret: "leaked" }],
  ["within a list of a named schema", { data: [{ ...told, owner: "leaked" }], nextCursor: null }],
] as const;

it.each(answers)("an undeclared field %s breaks the contract, in both checks", async (_, body) => {
  const leaking = Object.assign(async () => Response.json(body), { operation: listTags.operation });
  await expect(callRoute(leaking)).rejects.toThrow("must NOT have additional properties");
  const one = endpoint("listTags");
  const got = await send(leaking);
  expect(contractFaults(one, got).join()).toContain("must NOT have additional properties");
});

it("an answer in another type of JSON is held to its schema, too", async () => {
  const one = endpoint("listTags");
  const content = one.described.responses["200"]?.content ?? {};
  const type = "application/vnd.kith+json";
  const described = {
    ...one.described,
    responses: { 200: { content: { [type]: Object.values(content)[0] } } },
  };
  const leaking = Object.assign(
    async () => Response.json(answers[0][1], { headers: { "content-type": type } }),
    {
      operation: listTags.operation,
    },
  );
  const faults = contractFaults({ ...one, described } as typeof one, await send(leaking));
  expect(faults.join()).toContain("must NOT have additional properties");
});

it("declared fields, and free ones where they are declared free, pass", async () => {
  const acme = await newWorkspace();
  const { body, headers } = json({
    email: "ada@example.com",
    first_name: "A",
    custom_fields: { any: { a: 1 } },
  });
  const { handler } = endpoint("createContact");
  const sent = {
    method: "POST",
    body: body ?? null,
    headers: { ...headers, authorization: `Bearer ${acme.token}` },
  };
  const got = await send(handler, sent);
  expect([got.status, contractFaults(endpoint("createContact"), got)]).toEqual([201, []]);
  const free = closed({ type: "object", properties: { a: {} }, additionalProperties: true });
  expect(new Ajv2020().compile(free)({ b: 1 })).toBe(true);
});

it("an object is closed without a type, and one whose field has the name of a keyword", () => {
  const accepts = (schema: object, value: unknown) =>
    new Ajv2020({ strict: false }).compile(closed(schema))(value);
  expect(accepts({ properties: { a: {} } }, { a: 1, leaked: 1 })).toBe(false);
  const inner = {
    type: "object",
    properties: { properties: { type: "object" }, type: {}, default: { properties: {} } },
  };
  expect(accepts(inner, { properties: { any: 1 }, type: 1, default: {} })).toBe(true);
  expect(accepts(inner, { default: { leaked: 1 } })).toBe(false);
});
