import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { env, resetEnv } from "@/lib/env";
import { mailApiKey, rotateSecrets } from "@/lib/settings/queries";
import { newWorkspace } from "@/lib/testing/workspace";
import { GET, PUT } from "./route";

const KEY = "re_123456789_wXyZ";
const MASK = "re_****wXyZ";

function useKeys(keys: string) {
  vi.stubEnv("ENCRYPTION_KEYS", keys);
  resetEnv();
}

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

async function storedKey(workspaceId: string): Promise<string> {
  const [row] = await pg()`select mail_api_key from settings where workspace_id = ${workspaceId}`;
  return row?.mail_api_key;
}

describe("GET /api/settings", () => {
  it("has all switches on and no key in a new workspace", async () => {
    const acme = await newWorkspace();
    expect((await acme.call(GET)).body).toEqual({
      workspace_id: acme.id,
      mail_api_key: null,
      mail_from: null,
      notify_on_import_complete: true,
      notify_on_export_complete: true,
      notify_weekly_digest: true,
      allowed_origins: [],
    });
  });

  it("still answers when the stored key cannot be read any more", async () => {
    const acme = await newWorkspace();
    await acme.call(PUT, { body: { mail_api_key: KEY } });
    useKeys(`other:${randomBytes(32).toString("base64")}`);
    expect((await acme.call(GET)).body.mail_api_key).toBe("****");
    await expect(mailApiKey(acme.id)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect((await acme.call(PUT, { body: { mail_api_key: "****" } })).status).toBe(200);
    vi.unstubAllEnvs();
    resetEnv();
    expect(await mailApiKey(acme.id)).toBe(KEY);
  });
});

describe("PUT /api/settings", () => {
  it("stores the key encrypted and shows its mask", async () => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(PUT, { body: { mail_api_key: ` ${KEY} ` } });
    expect([status, body.mail_api_key]).toEqual([200, MASK]);
    expect((await acme.call(GET)).body.mail_api_key).toBe(MASK);
    expect(await storedKey(acme.id)).not.toContain("123456789");
    expect(await mailApiKey(acme.id)).toBe(KEY);
  });

  it("keeps omitted fields, and everything for {}", async () => {
    const acme = await newWorkspace();
    await acme.call(PUT, { body: { mail_api_key: KEY, notify_weekly_digest: false } });
    await acme.call(PUT, { body: { notify_on_import_complete: false, mail_from: "Acme <hi@example.com>" } });
    const { body } = await acme.call(PUT, { body: {} });
    expect(body).toEqual({
      workspace_id: acme.id,
      mail_api_key: MASK,
      mail_from: "Acme <hi@example.com>",
      notify_on_import_complete: false,
      notify_on_export_complete: true,
      notify_weekly_digest: false,
      allowed_origins: [],
    });
  });

  it("leaves the key alone when its mask comes back, and refuses any other mask", async () => {
    const acme = await newWorkspace();
    await acme.call(PUT, { body: { mail_api_key: KEY } });
    const before = await storedKey(acme.id);
    expect((await acme.call(PUT, { body: { mail_api_key: MASK } })).status).toBe(200);
    expect(await storedKey(acme.id)).toBe(before);
    const answer = await acme.call(PUT, { body: { mail_api_key: "re_****abcd" } });
    expect([answer.status, answer.body.details[0].path]).toEqual([400, ["mail_api_key"]]);
    expect(await mailApiKey(acme.id)).toBe(KEY);
  });

  it("removes key and sender with null", async () => {
    const acme = await newWorkspace();
    await acme.call(PUT, { body: { mail_api_key: KEY, mail_from: "hi@example.com" } });
    const { body } = await acme.call(PUT, { body: { mail_api_key: null, mail_from: null } });
    expect([body.mail_api_key, body.mail_from]).toEqual([null, null]);
    expect(await mailApiKey(acme.id)).toBeNull();
  });

  it.each([
    { mail_api_key: "" },
    { mail_api_key: "  " },
    { mail_api_key: "a b" },
    { mail_api_key: "a\r\nX: y" },
    { mail_api_key: "x".repeat(501) },
    { mail_api_key: 7 },
    { mail_from: "nobody" },
    { mail_from: "A <a@example.com>\r\nBcc: x@example.com" },
    { mail_from: "A\ud800 <a@example.com>" },
    { mail_from: "A\u2028B <a@example.com>" },
    { mail_from: "A\tB <a@example.com>" },
    { mail_from: "=?utf-8?q?=0d=0aBcc:x?= <a@example.com>" },
    { notify_weekly_digest: "yes" },
    { notify_weekly_digest: null },
  ])("refuses %j", async (body) => {
    const acme = await newWorkspace();
    expect((await acme.call(PUT, { body })).status).toBe(400);
  });

  it("answers 503 without encryption keys and stores nothing, while the rest still works", async () => {
    const acme = await newWorkspace();
    useKeys("");
    const answer = await acme.call(PUT, { body: { mail_api_key: KEY } });
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(await storedKey(acme.id)).toBeNull();
    expect((await acme.call(PUT, { body: { notify_weekly_digest: false } })).status).toBe(200);
  });

  it("keeps workspaces apart, even when a stored key is copied", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await acme.call(PUT, { body: { mail_api_key: KEY } });
    expect((await other.call(GET)).body.mail_api_key).toBeNull();
    await pg()`update settings set mail_api_key = ${await storedKey(acme.id)} where workspace_id = ${other.id}`;
    await expect(mailApiKey(other.id)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await pg()`update settings set mail_api_key = null where workspace_id = ${other.id}`;
  });
});

describe("rotateSecrets", () => {
  it("writes every key anew with the first of the ring, so that the old one may go", async () => {
    const spaces = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    for (const space of spaces) await space.call(PUT, { body: { mail_api_key: KEY + space.id } });
    const next = `next:${randomBytes(32).toString("base64")}`;
    useKeys(`${next},${env().ENCRYPTION_KEYS}`);
    const { rotated, unreadable } = await rotateSecrets();
    expect(rotated).toBeGreaterThanOrEqual(3);
    expect(unreadable).toBe(0);
    expect(await rotateSecrets()).toEqual({ rotated: 0, unreadable: 0 });
    useKeys(next);
    for (const space of spaces) expect(await mailApiKey(space.id)).toBe(KEY + space.id);
  });

  it("counts a key that cannot be read, also when it names the first of the ring", async () => {
    const acme = await newWorkspace();
    await acme.call(PUT, { body: { mail_api_key: KEY } });
    const before = await rotateSecrets();
    const [id] = env().ENCRYPTION_KEYS?.split(":") ?? [];
    useKeys(`${id}:${randomBytes(32).toString("base64")}`);
    expect((await rotateSecrets()).unreadable).toBeGreaterThan(before.unreadable);
  });
});
