import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { LIMITS } from "@/lib/limits";
import { keyOf, send, type Workspace } from "@/lib/testing/mcp";
import { ACCEPT, answer, begin, openClient, say } from "@/lib/testing/mcp-sessions";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";
import { DELETE, GET, POST } from "./route";
import { tools } from "./tools";

const acme = await newWorkspace("mcpsession");
const key = await keyOf(acme);
const asking = [...tools.values()].filter((tool) => tool.question).map((tool) => tool.name);

/** Longer than a process takes to notice an answer. */
const LOOK_MS = 1_200;

async function newContact(workspace: Workspace = acme, fields: object = {}): Promise<string> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  return (await workspace.call(createContact, { body: { email, first_name: "Ada", ...fields } })).body.id;
}

const exists = async (id: string) =>
  (await pg()`select id from contacts where workspace_id = ${acme.id} and id = ${id}`).length === 1;

afterEach(() => vi.useRealTimers());

/** The protocol's own client, with this server behind it and a person who says this. */
async function sdkClient(person: ((message: string) => object) | null) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: person ? { elicitation: {} } : {} },
  );
  if (person)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: "cancel",
      ...person(params.message),
    }));
  const statuses: Record<string, number> = {};
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost:3000/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => {
      const method = init?.method ?? "GET";
      const response = await ({ POST, DELETE }[method] ?? GET)(new Request(url, init));
      statuses[method] = response.status;
      return response;
    },
  });
  await client.connect(transport);
  return { client, transport, statuses };
}

describe("the protocol's own client", () => {
  it("is offered every tool, asks its person in the course of a call, and carries out what they say", async () => {
    const [id, other] = [await newContact(), await newContact()];
    const shown: string[] = [];
    const { client, transport, statuses } = await sdkClient((message) => {
      shown.push(message);
      return message.includes(id) ? ACCEPT : { action: "decline" };
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...tools.keys()]);
    const call = (arguments_: object) =>
      client.callTool({ name: "deleteContact", arguments: { ...arguments_ } });
    expect(await call({ id })).toMatchObject({ isError: false });
    const declined = await call({ id: other });
    expect(declined).toMatchObject({ isError: true });
    expect(JSON.stringify(declined)).toContain("The person chose to decline: nothing was done.");
    expect([await exists(id), await exists(other)]).toEqual([false, true]);
    expect(shown.map((text) => text.split("\n")[0])).toEqual(["Delete a contact?", "Delete a contact?"]);
    await transport.terminateSession();
    await vi.waitFor(() => expect(statuses).toMatchObject({ GET: 405, DELETE: 405 }));
    await client.close();
  });

  it("that cannot ask gets no session, and none of the tools that ask", async () => {
    const { client, transport } = await sdkClient(null);
    expect(transport.sessionId).toBeUndefined();
    expect((await client.listTools()).tools.filter(({ name }) => asking.includes(name))).toEqual([]);
    const call = client.callTool({ name: "deleteContact", arguments: { id: acme.id } });
    await expect(call).rejects.toThrow("-32602");
    for (const capabilities of [
      {},
      { elicitation: { url: {} } },
      { elicitation: null },
      { elicitation: true },
    ])
      expect((await openClient(key, capabilities)).session).toBe("");
    await client.close();
  });
});

describe("an answer", () => {
  it("is that of the session that was asked, to its question, and counts once", async () => {
    const id = await newContact();
    const them = await newWorkspace("mcpthem");
    const [mine, again] = [await openClient(key), await openClient(key)];
    const sibling = await openClient(await keyOf(acme));
    const stranger = await openClient(await keyOf(them));
    const call = await begin(mine, "deleteContact", { id });
    const name: string = call.asked.id;
    expect(call.asked).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
    expect(call.response.headers.get("cache-control")).toContain("no-transform");
    const tries: [number, ReturnType<typeof send>][] = [
      [400, answer(again, name)],
      [400, answer(sibling, name)],
      [400, answer(stranger, name)],
      [404, answer({ ...sibling, session: mine.session }, name)],
      [404, answer({ ...stranger, session: mine.session }, name)],
      [404, answer({ key, session: stranger.session }, name)],
      [404, answer({ key, session: name }, name)],
      [400, answer(mine, mine.session)],
      [400, answer(mine, "7")],
      [400, answer(mine, `${name.slice(0, -6)}${name.at(-6) === "A" ? "B" : "A"}${name.slice(-5)}`)],
      [400, say(mine, { id: 7, result: ACCEPT })],
      [400, answer(mine, name, { action: "yes", content: { confirmed: true } })],
      [400, answer(mine, name, "accept")],
      [400, say(mine, { id: name })],
      [400, send([{ jsonrpc: "2.0", id: name, result: ACCEPT }], { authorization: `Bearer ${key}` })],
      [400, send({ jsonrpc: "2.0", id: name, result: ACCEPT }, { authorization: `Bearer ${key}` })],
      // A request of this name is a call of its own.
      [200, say(mine, { id: name, method: "ping", result: ACCEPT })],
    ];
    for (const [n, [status, sent]] of tries.entries()) expect([n, (await sent).status]).toEqual([n, status]);
    await sleep(LOOK_MS);
    expect(await exists(id)).toBe(true);
    const both = await Promise.all([answer(mine, name), answer(mine, name)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 400]);
    expect(await call.next()).toMatchObject({ id: 7, result: { isError: false } });
    expect(await call.next()).toBeUndefined();
    expect(await exists(id)).toBe(false);
    expect((await answer(mine, name)).status).toBe(400);
  });

  it.each([
    ["declines", { action: "decline" }, "decline"],
    ["cancels", { action: "cancel" }, "cancel"],
    ["accepts without ticking", { action: "accept", content: { confirmed: false } }, "did not confirm"],
  ])("that %s ends the call, and nothing is done", async (_, said, told) => {
    const [client, id] = [await openClient(key), await newContact()];
    const call = await begin(client, "deleteContact", { id });
    expect((await answer(client, call.asked.id, said)).status).toBe(202);
    const { result } = await call.next();
    expect([result.isError, result.content[0].text]).toEqual([true, expect.stringContaining(told)]);
    expect(await exists(id)).toBe(true);
  });

  it("counts apart from calls, and what a person said yes to does not count again", async () => {
    const [client, id] = [await openClient(key), await newContact()];
    const call = await begin(client, "deleteContact", { id });
    const { address } = call;
    for (let n = 0; n < 100; n++) await say(client, { id: n, method: "ping" }, address);
    expect((await say(client, { id: 7, method: "ping" }, address)).status).toBe(429);
    const yes = await answer(client, call.asked.id, ACCEPT, address);
    expect([yes.status, yes.headers.get("x-ratelimit-remaining")]).toEqual([202, "99"]);
    expect(await call.next()).toMatchObject({ id: 7, result: { isError: false } });
    expect(await exists(id)).toBe(false);
    const others = await Promise.all(
      [
        { id: call.asked.id, method: "ping", result: ACCEPT },
        { id: call.asked.id, result: { ...ACCEPT, more: "x".repeat(17_000) } },
        [{ id: call.asked.id, result: ACCEPT }],
      ].map((message) => say(client, message, address)),
    );
    expect(others.map(({ status }) => status)).toEqual([429, 429, 429]);
    for (let n = 0; n < 99; n++) await answer(client, "x", ACCEPT, address);
    expect((await answer(client, "x", ACCEPT, address)).status).toBe(429);
  });

  it("that says neither yes nor no is asked for again, five times at most", async () => {
    const [client, id] = [await openClient(key), await newContact()];
    const call = await begin(client, "deleteContact", { id });
    const names = new Set<string>();
    for (let { asked } = call; ; ) {
      names.add(asked.id);
      await answer(client, asked.id, { action: "accept", content: { confirmed: "true" } });
      asked = await call.next();
      if (!asked.method) break;
    }
    expect([names.size, await exists(id)]).toEqual([5, true]);
  });

  it("is to what they saw: if that has changed meanwhile, they are asked again", async () => {
    const client = await openClient(key);
    const body = { action: "delete", filter: { search: "throng" } };
    await newContact(acme, { company: "Throng" });
    const call = await begin(client, "bulkChangeContacts", { body });
    const late = await newContact(acme, { company: "Throng" });
    await answer(client, call.asked.id);
    const again = await call.next();
    expect(again.params.message).toContain('Now, contacts that match: { "total": 2 }');
    await answer(client, again.id, { action: "decline" });
    expect((await call.next()).result.isError).toBe(true);
    expect(await exists(late)).toBe(true);
  });
});

describe("nothing is done", () => {
  it("for a person who does not answer in time, nor later", async () => {
    const [client, id] = [await openClient(key), await newContact()];
    const call = await begin(client, "deleteContact", { id });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 271_000 });
    expect((await answer(client, call.asked.id)).status).toBe(400);
    expect((await call.next()).result.content[0].text).toContain("Nobody confirmed this in time");
    expect(await exists(id)).toBe(true);
  });

  it("for a call whose stream is closed, or which its client cancelled, whatever is answered", async () => {
    const [client, ids] = [await openClient(key), [await newContact(), await newContact()]];
    const closed = await begin(client, "deleteContact", { id: ids[0] });
    await closed.close();
    await answer(client, closed.asked.id);
    const cancelled = await begin(client, "deleteContact", { id: ids[1] }, "call-8");
    const notice = { method: "notifications/cancelled", params: { requestId: "call-8" } };
    const elsewhere = await openClient(key);
    for (const one of [elsewhere, client]) expect((await say(one, notice)).status).toBe(202);
    await answer(client, cancelled.asked.id);
    expect((await cancelled.next()).result.isError).toBe(true);
    await sleep(LOOK_MS);
    expect(await Promise.all(ids.map(exists))).toEqual([true, true]);
  });

  it("by a key that was revoked while it was asked", async () => {
    const mine = await keyOf(acme, ["write", "read"]);
    const [client, id] = [await openClient(mine), await newContact()];
    const call = await begin(client, "deleteContact", { id });
    await pg()`delete from api_keys where workspace_id = ${acme.id} and name = 'write,read'`;
    expect((await answer(client, call.asked.id)).status).toBe(401);
    // It says so at once: nobody can answer any more.
    const { result } = await call.next();
    expect(result).toMatchObject({ isError: true, structuredContent: { data: { code: "UNAUTHORIZED" } } });
    expect(await call.next()).toBeUndefined();
    expect(await exists(id)).toBe(true);
  });
});

it("a session is its key's, for seven days, and a stream is for who accepts one", async () => {
  const client = await openClient(key);
  const list = (one: typeof client) => say(one, { id: 1, method: "tools/list" });
  expect((await list(client)).json.result.tools).toHaveLength(tools.size);
  for (const session of ["x", "v1.a.b.c", `${client.session}A`, `${client.session.slice(0, -8)}AAAAAAAA`])
    expect((await list({ key, session })).json.error.code).toBe(-32001);
  const params = { name: "deleteContact", arguments: { id: await newContact() } };
  const headers = { authorization: `Bearer ${key}`, "mcp-session-id": client.session };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  expect((await send(call, headers)).status).toBe(406);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 24 * 60 * 60_000 + 1 });
  expect((await list(client)).status).toBe(404);
});

it("a key has so many questions waiting at a time, and its places are free again", async () => {
  const client = await openClient(await keyOf(acme));
  const id = await newContact();
  const max = LIMITS.questions_of_key.max;
  const calls = await Promise.all(
    Array.from({ length: max }, (_, n) => begin(client, "deleteContact", { id }, n)),
  );
  await expect(begin(client, "deleteContact", { id })).rejects.toThrow('"retry_after_s":30');
  for (const { close } of calls) await close();
  await vi.waitFor(async () => (await begin(client, "deleteContact", { id })).close(), { timeout: 5_000 });
});

it("GET and DELETE are not offered: no stream without a call, and nothing to end", async () => {
  const headers = { authorization: `Bearer ${key}` };
  for (const [method, handler] of Object.entries({ GET, DELETE })) {
    const { status, response } = await callRoute(handler, { method, headers });
    expect([status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  }
});

it.each([
  ["another text", { id: "nobody", result: ACCEPT }],
  ["a number", { id: 7, result: ACCEPT }],
  ["null", { id: null, error: { code: -32700, message: "Parse error" } }],
  ["a number, with members of the client's own", { id: 7.5, result: ACCEPT, more: true }],
])("an answer whose id is no question's (%s) hears just that", async (_, answered) => {
  const { status, json } = await say(await openClient(key), answered);
  const error = { code: -32600, message: "No question with this id waits for an answer" };
  expect([status, json.error]).toEqual([400, error]);
  for (const version of ["2025-11-25", "2026-07-28"]) {
    const headers = { authorization: `Bearer ${key}`, "mcp-protocol-version": version };
    const lonely = await send({ jsonrpc: "2.0", ...answered }, headers);
    expect([lonely.status, lonely.json.error.message]).toEqual([400, "An answer belongs to a session"]);
  }
});
