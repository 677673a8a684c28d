import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GET as getContact } from "@/app/api/contacts/[id]/route";
import { GET as listContacts, OPTIONS } from "@/app/api/contacts/route";
import { PUT as updateSettings } from "@/app/api/settings/route";
import { createApiKey } from "@/lib/api-keys/queries";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";
import { EXPOSED_HEADERS, SENDABLE_HEADERS } from "./cors";
import { buildDocument } from "./openapi";
import { route } from "./route";

const origin = `https://${newId()}.example.com`;
const acme = await newWorkspace("cors");
const other = await newWorkspace("corsother");
await acme.call(updateSettings, { body: { allowed_origins: [`${origin.toUpperCase()}:443`, origin] } });

const preflight = (from: string, method = "GET") =>
  callRoute(OPTIONS, {
    method: "OPTIONS",
    headers: { origin: from, "access-control-request-method": method },
  });
const allowed = ({ headers }: { headers: Headers }) => headers.get("access-control-allow-origin");

describe("pages of other origins", () => {
  it("read the answers of a workspace that allows them, also its errors, and never with credentials", async () => {
    const headers = { origin };
    const list = await acme.call(listContacts, { headers });
    expect(allowed(list)).toBe(origin);
    expect(list.headers.get("access-control-expose-headers")?.split(", ")).toEqual(EXPOSED_HEADERS);
    expect(list.headers.get("vary")).toBe("Origin");
    const { key } = await createApiKey(acme.id, acme.user.id, { name: "page", scopes: ["read"] });
    const lost = await callRoute(getContact, {
      params: { id: newId() },
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    expect([lost.status, allowed(lost)]).toEqual([404, origin]);
    for (const one of [list, lost]) expect(one.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("read nothing of another workspace, of none, or of one that allows others", async () => {
    const far = [
      await other.call(listContacts, { headers: { origin } }),
      await callRoute(listContacts, { headers: { origin } }),
      ...(await Promise.all(
        [`${origin}.evil.example`, `${origin}:444`, origin.replace("https", "http"), "null", "*", ""].map(
          (from) => acme.call(listContacts, { headers: { origin: from } }),
        ),
      )),
    ];
    expect(far.map(allowed)).toEqual(far.map(() => null));
    expect(
      allowed(await acme.call(listContacts, { headers: { origin: new URL(env().APP_URL).origin } })),
    ).toBeNull();
  });

  it("are told by a preflight without a token when somebody allows them", async () => {
    const known = await preflight(origin, "POST");
    expect([known.status, allowed(known)]).toEqual([204, origin]);
    expect(known.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST");
    expect(known.headers.get("access-control-allow-headers")?.split(", ")).toEqual(SENDABLE_HEADERS);
    for (const from of ["https://evil.example", "null", "*", "%"])
      expect(allowed(await preflight(from))).toBeNull();
    expect((await preflight(origin)).headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("have their browser's preflights counted apart from their requests, and counted", async () => {
    const from = (address: string, headers: Record<string, string>) => ({
      "x-forwarded-for": address,
      ...headers,
    });
    const asks = (address: string, headers: Record<string, string>) =>
      callRoute(OPTIONS, { method: "OPTIONS", headers: from(address, headers) });
    const asking = { origin, "access-control-request-method": "GET" };
    const answers = await Promise.all(Array.from({ length: 101 }, () => asks("192.0.2.7", asking)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const list = await acme.call(listContacts, { headers: from("192.0.2.7", { origin }) });
    expect([list.status, list.headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
    const others: Record<string, string>[] = [{}, { origin }, { "access-control-request-method": "GET" }];
    for (const headers of others) await asks("192.0.2.8", headers);
    const next = await acme.call(listContacts, { headers: from("192.0.2.8", asking) });
    expect(next.headers.get("x-ratelimit-remaining")).toBe("96");
  });

  it("lose it with the setting", async () => {
    const gone = `https://${newId()}.example.com`;
    await other.call(updateSettings, { body: { allowed_origins: [gone] } });
    expect(allowed(await preflight(gone))).toBe(gone);
    const { body } = await other.call(updateSettings, { body: { allowed_origins: [] } });
    expect(body.allowed_origins).toEqual([]);
    expect(allowed(await preflight(gone))).toBeNull();
  });
});

/**
 * Headers that proxies, browsers, the identity provider and assistants send, but no script of a page; or that any page
 * may send without a preflight.
 */
/** Not sent by pages, or refused: bodies are not compressed. */
const NOT_BY_PAGES =
  /^(accept|content-encoding|content-length|cookie|forwarded|host|origin|user-agent|via|x-forwarded-.*|x-real-ip|access-control-.*|webhook-.*|mcp-.*)$/;

/** Names of request headers that a source file reads. */
const readBy = (text: string) =>
  [...text.matchAll(/(?<!response\.)headers\.(?:get|has)\(\s*"([^"]+)"/g)].map(([, name = ""]) => name);

it("a page of another origin may send every header that is read", () => {
  expect(readBy('request.headers.get("x-new"); request.headers.has("x-other")')).toEqual([
    "x-new",
    "x-other",
  ]);
  const files = ["app/api", "lib/http", "lib/identity"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /^(?!embedded\/).*(?<!\.test)\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
  const read = new Set(files.flatMap((file) => readBy(readFileSync(file, "utf8"))));
  expect([...read]).toEqual(expect.arrayContaining(["x-workspace-id", "if-match", "last-event-id"]));
  const sendable = SENDABLE_HEADERS.map((name) => name.toLowerCase());
  const refused = [...read].filter((name) => !NOT_BY_PAGES.test(name) && !sendable.includes(name));
  expect(refused).toEqual([]);
});

it("what is going away says since when and until when, in answers and in the document", async () => {
  const GET = route({
    operationId: "oldThing",
    summary: "Old",
    tag: "service",
    auth: "public",
    deprecated: { since: "2026-11-25", instead: "/api/new", sunset: "2027-06-30" },
    response: { 200: z.object({ ok: z.boolean() }).meta({ description: "Fine" }) },
    handler: async () => ({ ok: true }),
  });
  const { headers } = await GET(new Request("http://localhost/api/old"));
  expect(headers.get("deprecation")).toBe("@1795564800");
  expect(headers.get("sunset")).toBe("Wed, 30 Jun 2027 00:00:00 GMT");
  const described = buildDocument({ "/api/old": { GET } }).paths?.["/api/old"]?.get;
  expect(described).toMatchObject({ deprecated: true, "x-sunset": "2027-06-30", "x-successor": "/api/new" });
  expect(Object.keys(described?.responses?.[200]?.headers ?? {})).toEqual(
    expect.arrayContaining(["Deprecation", "Sunset"]),
  );
});
