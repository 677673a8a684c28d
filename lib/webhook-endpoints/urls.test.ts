import { expect, it } from "vitest";
import { GET, PATCH } from "@/app/api/webhook-endpoints/[id]/route";
import { POST } from "@/app/api/webhook-endpoints/route";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { newWorkspace } from "@/lib/testing/workspace";

const acme = await newWorkspace("urls");
const create = (url: string) => acme.call(POST, { body: { url } });

it.each([
  ["https://crm.example/a\r\nb", "https://crm.example/ab"],
  ["https://crm.ex\tample/a\nb?c=\r1", "https://crm.example/ab?c=1"],
  ["https://crm.example/hook?a=b#part", "https://crm.example/hook?a=b"],
  ["https://crm.example/hook#", "https://crm.example/hook"],
  ["HTTPS://CRM.example:443/a/../b c", "https://crm.example/b%20c"],
  ["https://bücher.example", "https://xn--bcher-kva.example/"],
  ["https:crm.example\\hook", "https://crm.example/hook"],
])("an endpoint's URL is stored and shown as it is called: %j", async (typed, called) => {
  const { status, body } = await create(typed);
  expect([status, body.url]).toEqual([201, called]);
  const changed = await acme.call(PATCH, { params: { id: body.id }, body: { url: `${typed}` } });
  expect(changed.body.url).toBe(called);
  expect((await acme.call(GET, { params: { id: body.id } })).body.url).toBe(called);
});

it("a URL that is too long only as it is called is refused by name", async () => {
  const max = FIELD_LIMITS.webhookUrl;
  const { status, body } = await create(`https://crm.example/${"é".repeat(max / 4)}`);
  expect([status, body.code, body.details]).toEqual([
    ...[400, "VALIDATION_ERROR"],
    [{ path: ["url"], code: "too_big", message: `must have at most ${max} characters`, limit: max }],
  ]);
});
