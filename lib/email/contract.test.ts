import { randomUUID } from "node:crypto";
import { Resend } from "resend";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { startInternalServer } from "@/lib/testing/internal-server";
import { handleMail } from "./embedded/handler";

/** What the product relies on in a mail provider, tested through the unmodified SDK. */
interface Provider {
  client: Resend;
  from: string;
  to: string;
}

function contract(open: () => Provider): void {
  const mail = () => {
    const { from, to } = open();
    return { from, to, subject: "Contract: Grüße", text: "Hello", html: "<p>Hello</p>" };
  };

  it("accepts a mail and answers its id", async () => {
    const { data, error } = await open().client.emails.send(mail());
    expect(error).toBeNull();
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("accepts a mail once per idempotency key, and no other mail under it", async () => {
    const options = { idempotencyKey: `contract/${randomUUID()}` };
    const first = await open().client.emails.send(mail(), options);
    expect(first.error).toBeNull();
    const again = await open().client.emails.send(mail(), options);
    expect(again.data?.id).toBe(first.data?.id);
    const other = await open().client.emails.send({ ...mail(), subject: "Another" }, options);
    expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
  });

  it("can be left before it answers", async () => {
    const leaving = new AbortController();
    const sent = open().client.emails.send(mail(), { signal: leaving.signal });
    leaving.abort();
    const { data, error } = await sent;
    expect(data).toBeNull();
    expect(error?.statusCode ?? null).toBeNull();
  });
}

describe("the embedded mail service", () => {
  let provider: Provider;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const path = (request: Request) => new URL(request.url).pathname.slice("/resend/".length);
    const server = await startInternalServer({ "/resend/": (request) => handleMail(request, path(request)) });
    const client = new Resend("re_contract_key", { baseUrl: `${server.url}/resend` });
    provider = { client, from: "Kith <kith@example.com>", to: "ada@example.com" };
    close = server.close;
  });
  afterAll(() => close());
  contract(() => provider);
});

describe("a double of Resend", () => {
  let provider: Provider;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const double = await startMailProvider();
    const client = new Resend("re_contract_key", { baseUrl: process.env.RESEND_BASE_URL ?? "" });
    provider = { client, from: "Kith <kith@example.com>", to: "ada@example.com" };
    close = double.close;
  });
  afterAll(() => close());
  contract(() => provider);
});

const {
  CONTRACT_RESEND_API_KEY: key,
  CONTRACT_MAIL_FROM: from = "Kith <onboarding@resend.dev>",
  CONTRACT_RESEND_BASE_URL: baseUrl,
} = process.env;

/** Resend treats mails to this address as delivered and sends them nowhere. */
const SINK = "delivered@resend.dev";

describe.skipIf(!key)("Resend itself", () => {
  contract(() => ({ client: new Resend(key, { ...(baseUrl && { baseUrl }) }), from, to: SINK }));
});
