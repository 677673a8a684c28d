import { expect, it, vi } from "vitest";
import { PUT as saveSettings } from "@/app/api/settings/route";
import { pg } from "@/db/client";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as sendTest } from "./route";

it("is in the language of whoever asks for it", async () => {
  const acme = await newWorkspace();
  await acme.call(saveSettings, { body: { mail_api_key: "re_123456789_wXyZ" } });
  await pg()`update memberships set language = 'de' where workspace_id = ${acme.id}`;
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ id: "m1" }));
  expect((await acme.call(sendTest)).status).toBe(200);
  expect(String(sent.mock.calls[0]?.[1]?.body)).toContain("Ein Test von Kith");
  sent.mockRestore();
});

it("needs a key, and says what the provider thinks of it", async () => {
  const acme = await newWorkspace();
  expect(await acme.call(sendTest)).toMatchObject({ status: 400, body: { code: "EMAIL_NOT_CONFIGURED" } });
  await acme.call(saveSettings, { body: { mail_api_key: "re_123456789_wXyZ" } });
  const { status, body } = await acme.call(sendTest);
  // No provider listens in a unit test: the answer says so, and does not contain the key.
  expect([status, body.code]).toEqual([502, "EMAIL_PROVIDER_ERROR"]);
  expect(JSON.stringify(body)).not.toContain("re_123456789_wXyZ");
});
