import { expect, it } from "vitest";
import { PATCH } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { GET as list, POST } from "@/app/api/contacts/route";
import { call, keyOf } from "@/lib/testing/mcp";
import { newWorkspace } from "@/lib/testing/workspace";
import { consentFinder } from "./consent-names";

const acme = await newWorkspace();
const ada = { email: "ada@example.com", first_name: "Ada" };
const unknown = { code: "unknown_consent", message: "unknown field; use is_unsubscribed" };

it.each([
  { unsubscribed: true },
  { opted_out: true },
  { is_subscribed: false },
  { subscribed: false },
  { do_not_email: true },
  { opt_in: false },
  { emailOptIn: false },
  { marketing_consent: "no" },
  { newsletter: 0 },
  { no_email: true },
  { unsubscribed_at: "2026-01-02T10:00:00Z" },
])("an unknown field about consent is never ignored: %o", async (said) => {
  const [name = ""] = Object.keys(said);
  const refused = {
    status: 400,
    body: { code: "VALIDATION_ERROR", details: [{ path: [name], ...unknown }] },
  };
  expect(await acme.call(POST, { body: { ...ada, ...said } })).toMatchObject(refused);
  const id = "00000000-0000-7000-8000-000000000000";
  expect(await acme.call(PATCH, { params: { id }, body: said })).toMatchObject(refused);
  const rows = [{ ...ada, ...said }, { email: "grace@example.com" }];
  const { body } = await acme.call(batch, { query: { dry_run: "true" }, body: rows });
  expect(body.rows).toMatchObject([
    { status: "failed", code: "unknown_consent", field: name },
    { status: "created" },
  ]);
});

it.each([
  { subscription_id: "sub_123" },
  { subscription_plan: "pro" },
  { newsletters_opened: 12 },
  { unsubscribe_reason: "too many" },
])("an unknown field that is no flag is ignored: %o", async (said) => {
  const email = `${Object.keys(said)[0]}@example.com`;
  expect((await acme.call(POST, { body: { ...ada, email, ...said } })).status).toBe(201);
});

it("an assistant's tool refuses it, too", async () => {
  const sent = { body: { ...ada, opted_out: true } };
  const { result } = (await call(await keyOf(acme), "createContact", sent)).json;
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { data: { details: [{ path: ["opted_out"], ...unknown }] } },
  });
});

it("other unknown fields are ignored as ever, and so is one about consent that says nothing", async () => {
  const others = { id: "x", plan: "pro", status: "new", lists: [1], sms_opt_in: true, opted_out: null };
  expect((await acme.call(POST, { body: { ...ada, ...others } })).status).toBe(201);
  const { body } = await acme.call(list, { query: { search: ada.email } });
  expect(body.data).toMatchObject([{ ...ada, is_unsubscribed: false }]);
});

it("a request of very many names costs no more than a few hundred of them", () => {
  const names = Array.from({ length: 100_000 }, (_, n) => [`newsletter opt out of mail ${n}`, true]);
  const began = performance.now();
  expect(consentFinder()(Object.fromEntries(names)).length).toBe(500);
  expect(performance.now() - began).toBeLessThan(2_000);
});
