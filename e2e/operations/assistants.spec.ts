import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type App, expect, type Platform, test } from "./platform";
import { signUp, type User } from "./user";

/** The protocol's own client, whose calls go to one process and whose answers to another. */
async function assistant(user: User, calls: App, answers: App, person: () => Promise<object>) {
  const made = await user.ask(calls, "POST", "/api/api-keys", {
    name: "assistant",
    scopes: ["read", "write"],
  });
  const authorization = `Bearer ${made.body.key}`;
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "cancel", ...(await person()) }));
  const posted: number[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(`${calls.url}/mcp`), {
    requestInit: { headers: { authorization } },
    fetch: async (_, init) => {
      const isAnswer = typeof init?.body === "string" && !("method" in JSON.parse(init.body));
      const response = await fetch(`${(isAnswer ? answers : calls).url}/mcp`, init);
      if (isAnswer) posted.push(response.status);
      return response;
    },
  });
  await client.connect(transport);
  return { client, transport, posted, authorization };
}

async function newContact(user: User, app: App): Promise<string> {
  const fields = { email: `${Math.random().toString(36).slice(2)}@example.com`, first_name: "Ada" };
  return (await user.ask(app, "POST", "/api/contacts", fields)).body.id;
}

const exists = async ({ pg }: Platform, id: string) =>
  (await pg`select id from contacts where id = ${id}`).length === 1;

test("assistants of 2025-11-25: a person's answer reaches the process that asked, wherever it arrives", async ({
  platform,
}) => {
  const [one, two] = [await platform.start(), await platform.start()];
  const user = await signUp(platform, one);
  const says = [{ action: "accept", content: { confirmed: true } }, { action: "decline" }];
  const { client, posted } = await assistant(user, one, two, async () => says.shift() ?? {});
  const [gone, kept] = [await newContact(user, one), await newContact(user, one)];
  const call = (id: string) => client.callTool({ name: "deleteContact", arguments: { id } });
  expect(await call(gone)).toMatchObject({ isError: false });
  expect(await call(kept)).toMatchObject({ isError: true });
  expect(posted).toEqual([202, 202]);
  expect([await exists(platform, gone), await exists(platform, kept)]).toEqual([false, true]);
  await client.close();
});

/** A call of a tool on one process that has asked: the question's id, and how the client leaves. */
async function beginDeletion({ url }: App, headers: Record<string, string>, id: string) {
  const leaving = new AbortController();
  const params = { name: "deleteContact", arguments: { id } };
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: leaving.signal,
  });
  const { value } = (await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
  return { asked: /"id":"([^"]+)"/.exec(value ?? "")?.[1], leave: () => leaving.abort() };
}

test("assistants of 2025-11-25: a call whose client left, or whose process died, does nothing when it is answered", async ({
  platform,
}) => {
  const [one, two] = [await platform.start(), await platform.start()];
  const user = await signUp(platform, one);
  const { client, transport, authorization } = await assistant(user, one, two, async () => ({}));
  const headers = {
    authorization,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-session-id": transport.sessionId ?? "",
  };
  await client.close();
  for (const isKilled of [false, true]) {
    const id = await newContact(user, two);
    const { asked, leave } = await beginDeletion(one, headers, id);
    if (isKilled) await one.kill();
    else leave();
    const result = { action: "accept", content: { confirmed: true } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: asked, result });
    expect((await fetch(`${two.url}/mcp`, { method: "POST", headers, body })).status).toBe(202);
    await sleep(3_000);
    expect([isKilled, await exists(platform, id)]).toEqual([isKilled, true]);
  }
});
