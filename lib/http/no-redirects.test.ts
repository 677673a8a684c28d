import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Redis } from "@upstash/redis";
import { Resend } from "resend";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refuseRedirects } from "./no-redirects";

let elsewhere: Server;
let service: Server;
let reached: string[] = [];
let url = "";

/** A service that redirects every request, and the target of the redirect. */
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.setHeader("content-type", "application/json").end('{"result":"stolen","id":"stolen"}');
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  service = createServer((request, response) => {
    request.resume();
    const status = Number(/^\/(30\d)/.exec(request.url ?? "")?.[1] ?? 307);
    response.writeHead(status, { location: `${target}${request.url}` }).end();
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => {
  reached = [];
});
afterAll(() => {
  for (const server of [elsewhere, service]) {
    server.closeAllConnections();
    server.close();
  }
});

it("is needed: without it, what a service answers leads on", async () => {
  expect((await fetch(`${url}/302`)).status).toBe(200);
  expect(reached).toEqual(["/302"]);
});

describe("a process that was told to stay", () => {
  beforeAll(() => refuseRedirects());

  it.each([301, 302, 303, 307, 308])("follows no %i", async (status) => {
    await expect(fetch(`${url}/${status}`, { method: "POST", body: "{}" })).rejects.toThrow();
    expect(reached).toEqual([]);
  });

  it("keeps the SDKs from following, which have no option for it", async () => {
    const sent = await new Resend("re_key", { baseUrl: url }).emails.send({
      from: "a@example.com",
      to: "b@example.com",
      subject: "s",
      text: "t",
    });
    expect(sent.data).toBeNull();
    await expect(new Redis({ url, token: "token", retry: false }).get("key")).rejects.toThrow();
    expect(reached).toEqual([]);
  });

  it("keeps the copy of undici from following that the blob store's SDK brings", async () => {
    const require = createRequire(createRequire(import.meta.url).resolve("@vercel/blob"));
    const undici: { fetch: typeof fetch } = require("undici");
    await expect(undici.fetch(`${url}/302`)).rejects.toThrow();
    expect(reached).toEqual([]);
  });

  it("still gets every other answer", async () => {
    const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    expect(await (await fetch(`${target}/direct`)).json()).toEqual({ result: "stolen", id: "stolen" });
  });
});
