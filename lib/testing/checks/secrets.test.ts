import fs from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { closeDatabase, pg } from "@/db/client";
import { env, resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { route } from "@/lib/http/route";
import { publishableKey } from "@/lib/identity/client";
import { handleIdentity } from "@/lib/identity/embedded/handler";
import { log } from "@/lib/log";
import { owner } from "@/lib/testing/owner";
import { type Fixture, newFixture, upload } from "./fixture";
import { endpoint, type Got, json, type Sent, send } from "./operations";

const WORD = "canary7f3a";
const PASSWORD = `${WORD}-Pass-1!`;
const KEY = `re_${WORD}_secretsecret`;

/** Everything that this process wrote. */
const written: string[] = [];
const holder = globalThis as typeof globalThis & { kithLog?: unknown };
let fixture: Fixture;

beforeAll(async () => {
  process.env.LOG_LEVEL = "debug";
  // Nothing listens there: mail that is sent meets a closed port.
  process.env.INTERNAL_URL = "http://127.0.0.1:9";
  resetEnv();
  holder.kithLog = undefined;
  listen();
  fixture = await newFixture(WORD);
  await pg()`delete from rate_limits`;
});
afterAll(() => {
  hush();
  holder.kithLog = undefined;
});

const streams = [process.stdout, process.stderr];
const spoken = ["log", "info", "warn", "error", "debug"] as const;
const originals = { writes: streams.map((stream) => stream.write), ...console };

/** By hand, because mocks are restored before every test. The logger writes to a stream that has been replaced. */
function listen(): void {
  const keep = (chunk: unknown) => {
    written.push(typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString());
    return true;
  };
  for (const stream of streams) stream.write = keep;
  for (const name of spoken) console[name] = (...args: unknown[]) => void keep(args.map(String).join(" "));
}

function hush(): void {
  for (const [index, stream] of streams.entries()) {
    const write = originals.writes[index];
    if (write) stream.write = write;
  }
  for (const name of spoken) console[name] = originals[name];
}

const bodies: string[] = [];

async function ask(id: string, sent: Sent = {}): Promise<Got> {
  const { handler, method } = endpoint(id);
  const headers = { authorization: `Bearer ${fixture.token}`, ...sent.headers };
  const got = await send(handler, { method, ...sent, headers });
  if (got.status >= 400) bodies.push(got.text);
  return got;
}

/** Runs requests while something is broken, and repairs it. */
async function broken(faulty: string, mend: string, work: () => Promise<void>): Promise<void> {
  await owner().unsafe(faulty);
  try {
    await work();
  } finally {
    await owner().unsafe(mend);
  }
}

const contact = (email = `${WORD}-x@example.com`) =>
  json({ email, first_name: WORD, phone: WORD, notes: WORD, custom_fields: { [WORD]: WORD } });

/** Secrets and personal data that must never be written. The token's third part is its signature. */
function canaries(): string[] {
  const { ENCRYPTION_KEYS, WEBHOOK_SECRET, CRON_SECRET, SUPABASE_SECRET_KEY, DATABASE_URL } = env();
  const secrets = [
    ENCRYPTION_KEYS?.split(":")[1],
    WEBHOOK_SECRET,
    CRON_SECRET,
    SUPABASE_SECRET_KEY,
    DATABASE_URL,
  ];
  return [WORD, PASSWORD, KEY, fixture.token.split(".")[2], ...secrets].filter((one) => one !== undefined);
}

const leaks = (texts: string[]) => texts.filter((text) => canaries().some((canary) => text.includes(canary)));

/** Each case separately: it must have made the product write something, and nothing of that may be a secret. */
let before = 0;
beforeEach(() => {
  before = written.length;
});
afterEach(() => {
  expect(written.length).toBeGreaterThan(before);
  expect(leaks(written)).toEqual([]);
  expect(leaks(bodies)).toEqual([]);
});

describe("when a layer breaks, the answer is a plain error", () => {
  it("the database refuses a statement", async () => {
    const hide = "alter table contacts rename to hidden";
    await broken(hide, "alter table hidden rename to contacts", async () => {
      for (const sent of [contact(), json({ email: "bad", first_name: WORD })])
        await ask("createContact", sent);
      expect((await ask("listContacts", { query: { search: WORD } })).status).toBe(500);
      expect((await ask("updateContact", { params: { id: fixture.contact }, ...contact() })).status).toBe(
        500,
      );
    });
  });

  it("the database refuses a value", async () => {
    const guard = "alter table contacts add constraint planted check (first_name <> 'canary7f3a') not valid";
    await broken(guard, "alter table contacts drop constraint planted", async () => {
      expect((await ask("createContact", contact())).status).toBe(500);
    });
  });

  it("the database is not there", async () => {
    const { DATABASE_URL } = process.env;
    await closeDatabase();
    process.env.DATABASE_URL = `postgres://${WORD}:${PASSWORD}@127.0.0.1:9/x`;
    resetEnv();
    try {
      expect((await ask("listContacts")).status).toBe(503);
    } finally {
      await closeDatabase();
      process.env.DATABASE_URL = DATABASE_URL;
      resetEnv();
    }
  });

  it("the limiter, the identity provider or the settings are broken", async () => {
    const hidden = (table: string) =>
      [`alter table ${table} rename to hidden`, table.split(".")[1] ?? table] as const;
    for (const table of ["rate_limits", "identity.sessions", "settings", "idempotency_keys"]) {
      const [hide, name] = hidden(table);
      const schema = table.includes(".") ? "identity." : "";
      await broken(hide, `alter table ${schema}hidden rename to ${name}`, async () => {
        await ask("updateSettings", json({ mail_api_key: KEY }));
        await ask("createContact", {
          ...contact(),
          headers: { ...contact().headers, "idempotency-key": WORD },
        });
        await ask("sendEmail", { params: { id: fixture.contact }, ...json({ subject: WORD, body: WORD }) });
      });
    }
  });

  it("the mail provider does not answer, or the stored key cannot be read", async () => {
    await ask("updateSettings", json({ mail_api_key: KEY }));
    const mail = { params: { id: fixture.contact }, ...json({ subject: WORD, body: WORD }) };
    expect((await ask("sendEmail", mail)).status).toBeGreaterThanOrEqual(500);
    await pg()`update settings set mail_api_key = mail_api_key || 'x' where workspace_id = ${fixture.id}`;
    expect((await ask("sendEmail", mail)).status).toBeGreaterThanOrEqual(400);
    await ask("getSettings");
    await ask("updateSettings", json({ mail_api_key: KEY }));
  });

  it("the blob store cannot be written or read", async () => {
    const folder = join(env().DATA_DIR, "blobs");
    fs.renameSync(folder, `${folder}-away`);
    fs.writeFileSync(folder, "");
    try {
      const csv = `E-mail,First name\n${WORD}9@example.com,${WORD}\n`;
      expect((await ask("createImport", upload(csv, WORD))).status).toBeGreaterThanOrEqual(500);
      await ask("previewImport", { params: { id: fixture.import } });
      await ask("downloadExport", { params: { id: fixture.export } });
    } finally {
      fs.rmSync(folder);
      fs.renameSync(`${folder}-away`, folder);
    }
  });

  it("a handler throws", async () => {
    const handler = route({
      operationId: "planted",
      summary: "Planted",
      tag: "service",
      auth: "public",
      response: { 200: z.unknown() },
      handler: () => Promise.reject(new Error("at postgres://user:pass@db/kith")),
    });
    const got = await send(handler);
    expect(got.status).toBe(500);
    expect(Object.keys(got.json).sort()).toEqual(["code", "message"]);
    expect(got.text).not.toMatch(/postgres:|pass|Error:|\.ts|node_modules/);
  });

  it("a background job fails in the middle", async () => {
    const csv = `E-mail,First name\n${WORD}8@example.com,${WORD}\n${WORD} bad,${WORD}\n`;
    const made = await ask("createImport", upload(csv, WORD));
    const plan = json({ columnMapping: { "E-mail": "email", "First name": "first_name" } });
    await broken(
      "alter table contact_tags rename to hidden",
      "alter table hidden rename to contact_tags",
      async () => {
        await ask("confirmImport", { params: { id: made.json.importId }, ...plan });
        await ask("createExport", json({ filename: WORD }));
        await settleBackground();
      },
    );
  });
});

it("signing up, signing in and refusing people writes no password, address or token", async () => {
  const identity = async (path: string, body: unknown) => {
    const headers = { apikey: publishableKey(), "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return handleIdentity(new Request(`http://127.0.0.1/auth/v1/${path}`, init));
  };
  const credentials = { email: `${WORD}-user@example.com`, password: PASSWORD };
  expect((await identity("signup", credentials)).status).toBe(200);
  expect((await identity("token?grant_type=password", credentials)).status).toBe(200);
  expect(
    (await identity("token?grant_type=password", { ...credentials, password: `${PASSWORD}x` })).status,
  ).toBe(400);
  await identity("recover", { email: credentials.email });
  await send(endpoint("listContacts").handler, { headers: { authorization: `Bearer ${fixture.token}x` } });
  await send(endpoint("receiveWebhook").handler, { method: "POST", ...json({ record: { email: WORD } }) });
});

it("what clients send wrongly is not repeated in the error", async () => {
  await ask("createContact", { body: `{"email":"${WORD}`, headers: { "content-type": "application/json" } });
  await ask("createContact", json({ email: `${WORD} at example`, first_name: "", is_unsubscribed: WORD }));
  await ask("createContact", contact(`${WORD}@example.com`));
  await ask("createTag", json({ name: "A", color: WORD, emoji: WORD }));
  await ask("updateSettings", json({ mail_api_key: `${KEY} with a space`, mail_from: WORD }));
  await ask("listContacts", { query: { cursor: WORD, limit: WORD, is_unsubscribed: WORD } });
});

it("errors are told in the log, and their bodies tell nothing of the machine", async () => {
  await broken("alter table tags rename to hidden", "alter table hidden rename to tags", async () => {
    expect((await ask("listTags")).status).toBe(500);
  });
  const lines = written.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  expect(lines.filter((line) => line.status >= 500)).not.toEqual([]);
  expect(bodies).not.toEqual([]);
  for (const body of bodies)
    expect(body).not.toMatch(/\bat \S+:\d+|node_modules|select |insert into|SQLSTATE/);
});

it("this check catches a canary in a log line, on the console and in an error", () => {
  written.length = 0;
  log().debug({ email: `${WORD}@example.com` }, "planted");
  log().error({ err: new Error(PASSWORD) }, "planted");
  console.log(KEY);
  expect(leaks(written)).toHaveLength(3);
  expect(leaks([`{"message":"${fixture.token}"}`])).toHaveLength(1);
  written.splice(0, written.length, "the planted ones are gone");
  before = 0;
});
