import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { GET as readSettings, PUT as updateSettings } from "@/app/api/settings/route";
import { resetEnv } from "@/lib/env";
import { type Fault, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { newWorkspace } from "@/lib/testing/workspace";

const KEY = "re_123456789_wXyZ";
const provider = await startMailProvider();
const acme = await newWorkspace("key");

afterAll(() => provider.close());
beforeEach(async () => {
  provider.keyFault = () => null;
  await acme.call(updateSettings, { body: { mail_api_key: KEY } });
  provider.questions.length = 0;
});

const unknown: Fault[] = [
  { status: 400, name: "validation_error", message: "API key is invalid" },
  { status: 401, name: "validation_error", message: "API key is invalid" },
  { status: 403, name: "invalid_api_key", message: "API key is invalid" },
  { status: 401, name: "missing_api_key", message: "Missing API Key" },
];

it.each(unknown)(
  "refuses a key that the provider does not know, and keeps the former one: %j",
  async (fault) => {
    provider.keyFault = () => fault;
    const answer = await acme.call(updateSettings, {
      body: { mail_api_key: "re_mistyped_0123456789", notify_weekly_digest: false },
    });
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.details).toEqual([
      { path: ["mail_api_key"], code: "custom", message: "is not known to the e-mail provider" },
    ]);
    const { body } = await acme.call(readSettings);
    expect(body).toMatchObject({ mail_api_key: "re_****wXyZ", notify_weekly_digest: true });
  },
);

const silent: Fault[] = [
  { status: 401, name: "restricted_api_key", message: "This API key is restricted to only send emails" },
  { status: 403, name: "validation_error", message: "The domain is not verified" },
  { status: 429, name: "rate_limit_exceeded" },
  { status: 500, name: "application_error", message: "API key is invalid" },
  { status: 403, page: "<h1>Blocked</h1>" },
  "hang",
];

it.each(silent)("stores a key about which the provider says nothing: %j", async (fault) => {
  provider.keyFault = () => fault;
  const { status, body } = await acme.call(updateSettings, {
    body: { mail_api_key: "re_sending_only_abcd" },
  });
  expect([status, body.mail_api_key]).toEqual([200, "re_****abcd"]);
});

it("asks nothing where the key would not be stored", async () => {
  const body = { mail_api_key: "re_another_0123efgh" };
  const late = await acme.call(updateSettings, { body, headers: { "if-match": '"former"' } });
  expect(late.status).toBe(412);
  vi.stubEnv("ENCRYPTION_KEYS", "");
  resetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    resetEnv();
  });
  expect((await acme.call(updateSettings, { body })).status).toBe(503);
  expect(provider.questions).toEqual([]);
});

it("asks once, for new keys only, and sends nothing", async () => {
  await acme.call(updateSettings, { body: { mail_api_key: "re_another_0123efgh" } });
  expect(provider.questions).toEqual([
    { path: "/domains?limit=1", authorization: "Bearer re_another_0123efgh" },
  ]);
  for (const body of [
    {},
    { mail_api_key: "re_****efgh" },
    { mail_api_key: null },
    { mail_from: "a@example.com" },
  ])
    expect((await acme.call(updateSettings, { body })).status).toBe(200);
  expect(provider.questions).toHaveLength(1);
  expect(provider.requests).toEqual([]);
});
