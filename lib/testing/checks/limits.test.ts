import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as unknownPath from "@/app/api/[[...path]]/route";
import { pg } from "@/db/client";
import { limiter } from "@/lib/adapters/limiter";
import { route } from "@/lib/http/route";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, endpoints, type Got, handlerOf, json, modules, type Sent, send } from "./operations";

let next = 0;
/** An address nobody has used yet. */
const newAddress = () => `198.51.${Math.floor(next / 250)}.${(next++ % 250) + 1}`;

function ask(id: string, sent: Sent = {}): Promise<Got> {
  const { handler, method } = endpoint(id);
  return send(handler, { method, ...sent });
}

/** What is inconsistent in the headers of a rejected request. */
function headerFaults({ headers }: Got, limit: number, windowMs: number): string[] {
  const value = (name: string) => Number(headers.get(name) ?? "NaN");
  const wait = value("x-ratelimit-reset") - Date.now();
  const after = value("retry-after") * 1000;
  const faults: string[] = [];
  if (value("x-ratelimit-limit") !== limit) faults.push("limit");
  if (value("x-ratelimit-remaining") !== 0) faults.push("remaining");
  if (!(wait > 0 && wait <= windowMs)) faults.push("reset");
  if (!Number.isInteger(after / 1000) || after < 1000 || Math.abs(after - wait) > 2000)
    faults.push("retry-after");
  return faults;
}

describe("the global limit", () => {
  it("lets 100 of 104 requests of an address pass, and tells the others when to come back", async () => {
    const headers = { "x-forwarded-for": newAddress() };
    const answers = [];
    for (let i = 0; i < 104; i++) answers.push(await ask("getHealth", { headers }));
    expect(answers.map((one) => one.status)).toEqual([...Array(100).fill(200), ...Array(4).fill(429)]);
    const remaining = answers.slice(0, 100).map((one) => Number(one.headers.get("x-ratelimit-remaining")));
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, i) => 99 - i));
    for (const rejected of answers.slice(100)) {
      expect(rejected.json).toEqual({ code: "RATE_LIMITED", message: "Too many requests" });
      expect(headerFaults(rejected, 100, 60_000)).toEqual([]);
    }
    const [oldest] = answers;
    const resets = answers.slice(100).map((one) => one.headers.get("x-ratelimit-reset"));
    expect(new Set(resets)).toEqual(new Set([oldest?.headers.get("x-ratelimit-reset")]));
  });

  it("lets exactly 100 of 120 at once pass", async () => {
    const headers = { "x-forwarded-for": newAddress() };
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask("getHealth", { headers })));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(100);
  });

  it("slides: a request that is a minute old makes room for one", async () => {
    const address = newAddress();
    const headers = { "x-forwarded-for": address };
    await Promise.all(Array.from({ length: 101 }, () => ask("getHealth", { headers })));
    await pg()`
      update rate_limits set hits[1] = hits[1] - interval '60 seconds' where key = ${`global:${address}`}`;
    const statuses = [await ask("getHealth", { headers }), await ask("getHealth", { headers })];
    expect(statuses.map((one) => one.status)).toEqual([200, 429]);
  });

  it("is one for all paths, unknown ones included, and for good and bad requests", async () => {
    const headers = { "x-forwarded-for": newAddress() };
    const kinds = [
      () => ask("getHealth", { headers }),
      () => ask("listContacts", { headers }),
      () => send(handlerOf(unknownPath, "GET"), { headers }),
      () => ask("getHealth", { headers, method: "HEAD" }),
    ];
    for (let i = 0; i < 100; i++) await kinds[i % 4]?.();
    for (const kind of kinds) expect((await kind()).status).toBe(429);
  });

  it("goes by what the nearest proxy wrote, not by what the client claims", async () => {
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 103; i++) {
      const headers = { "x-forwarded-for": `${newAddress()}, ${address}` };
      statuses.push((await ask("getHealth", { headers })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect((await ask("getHealth", { headers: { "x-real-ip": newAddress() } })).status).toBe(200);
  });
});

describe("the upload limit", () => {
  const body = "email\nada@example.com\n";
  const upload = (token: string, headers: Record<string, string> = {}) =>
    ask("createImport", {
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "text/csv", ...headers },
    });

  it("lets a user upload 5 times in 10 minutes, from wherever, with a message of its own", async () => {
    const { token } = await newWorkspace();
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await upload(token));
    expect(answers.map((one) => one.status)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("5");
    for (const rejected of answers.slice(5)) {
      expect(rejected.json).toEqual({ code: "RATE_LIMITED", message: "Too many uploads. Try again later." });
      expect(headerFaults(rejected, 5, 600_000)).toEqual([]);
    }
    const other = await newWorkspace("other");
    expect((await upload(other.token)).status).toBe(201);
  });

  it("holds for the tokens of direct uploads as well, counted apart from the imports of their files", async () => {
    const { token } = await newWorkspace();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const start = () => ask("createUploadToken", { body: '{"filename":"a.csv","bytes":10}', headers });
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await start());
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[5]?.json.message).toBe("Too many uploads. Try again later.");
    expect((await upload(token)).status).toBe(201);
  });

  it("comes after the global limit and the token, and before the body", async () => {
    const { token, user } = await newWorkspace();
    const left = async () =>
      5 - (await pg()`select unnest(hits) from rate_limits where key = ${`upload:${user.id}`}`).length;
    const address = newAddress();
    for (let i = 0; i < 100; i++) await limiter().hit(`global:${address}`, { max: 100, windowMs: 60_000 });
    const limited = await upload(token, { "x-forwarded-for": address });
    expect([limited.json.message, await left()]).toEqual(["Too many requests", 5]);
    expect([(await upload("nonsense")).status, await left()]).toEqual([401, 5]);
    expect([(await upload(token, { "content-type": "image/png" })).status, await left()]).toEqual([415, 4]);
    expect((await ask("listImports", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(await left()).toBe(4);
    for (let i = 0; i < 4; i++) await upload(token);
    expect((await upload(token, { "content-type": "image/png" })).json.message).toMatch(/^Too many uploads/);
  });
});

describe("X-RateLimit headers", () => {
  it("are on every answer: 200, 201, 204, 400, 401, 404, 405, 409, 413, 415, 500", async () => {
    const { token } = await newWorkspace();
    const authorization = `Bearer ${token}`;
    const tag = (name: string) => json({ name });
    const withToken = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, authorization } });
    const made = await ask("createTag", withToken(tag("A")));
    const crash = route({
      operationId: "planted",
      summary: "Planted",
      tag: "tags",
      auth: "public",
      response: { 200: z.unknown() },
      handler: () => Promise.reject(new Error("planted")),
    });
    const answers: [number, Got][] = [
      [200, await ask("listTags", withToken({}))],
      [201, made],
      [400, await ask("createTag", withToken(tag("")))],
      [401, await ask("listTags")],
      [404, await ask("getTag", withToken({ params: { id: newId() } }))],
      [404, await send(handlerOf(unknownPath, "PUT"), { method: "PUT" })],
      [405, await send(handlerOf(modules["/api/tags"] ?? {}, "PUT"), withToken({ method: "PUT" }))],
      [500, await send(crash)],
      [409, await ask("createTag", withToken(tag("a")))],
      [413, await ask("createTag", withToken(tag("x".repeat(1024 * 1024))))],
      [415, await ask("createTag", withToken({ body: "a", headers: { "content-type": "text/plain" } }))],
      [204, await ask("deleteTag", withToken({ params: { id: made.json.id } }))],
    ];
    for (const [status, { headers, status: actual }] of answers) {
      expect(actual).toBe(status);
      expect(headers.get("x-ratelimit-limit")).toBe("100");
      expect(headers.get("x-ratelimit-remaining")).toBe("99");
      expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now());
    }
  });

  it("every operation declares them", () => {
    for (const { described, id } of endpoints) expect(Object.keys(described.responses), id).toContain("429");
  });
});

it("this check catches headers that do not agree", () => {
  const got = (values: Record<string, string>): Got => ({
    status: 429,
    headers: new Headers(values),
    text: "",
    json: undefined,
  });
  const good = {
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.now() + 30_000),
    "retry-after": "30",
  };
  expect(headerFaults(got(good), 100, 60_000)).toEqual([]);
  expect(headerFaults(got({ ...good, "retry-after": "1" }), 100, 60_000)).toEqual(["retry-after"]);
  expect(headerFaults(got({ ...good, "x-ratelimit-reset": "30" }), 100, 60_000)).toContain("reset");
  expect(headerFaults(got({}), 100, 60_000)).toHaveLength(4);
});
