import { randomInt } from "node:crypto";
import { POST } from "@/app/mcp/route";
import { send } from "./mcp";

export const ACCEPT = { action: "accept", content: { confirmed: true } };

/** Who sends: a key, and the session that it opened. */
export interface Client {
  key: string;
  session: string;
}

const headersOf = ({ key, session }: Client) => ({
  authorization: `Bearer ${key}`,
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
  "mcp-session-id": session,
});

/** A client of 2025-11-25; with the session that one gets that can show forms. */
export async function openClient(key: string, capabilities: object = { elicitation: {} }): Promise<Client> {
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "test", version: "1" } };
  const hello = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  const { headers } = await send(hello, { authorization: `Bearer ${key}` });
  return { key, session: headers.get("mcp-session-id") ?? "" };
}

/** One message that is answered at once. */
export function say(client: Client, message: object, address?: string) {
  const from = address === undefined ? [] : [["x-forwarded-for", address]];
  return send({ jsonrpc: "2.0", ...message }, { ...headersOf(client), ...Object.fromEntries(from) });
}

/** Answers a question, as a client does: in a request of its own. */
export function answer(client: Client, id: string, result: unknown = ACCEPT, address?: string) {
  return say(client, { id, result }, address);
}

type Message = ReturnType<typeof JSON.parse>;

/** Calls a tool that asks on the stream of its answer. */
export async function begin(
  client: Client,
  name: string,
  args: object,
  callId: string | number = 7,
  extra = {},
) {
  const leaving = new AbortController();
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const message = {
    jsonrpc: "2.0",
    id: callId,
    method: "tools/call",
    params: { name, arguments: args, ...extra },
  };
  const response = await POST(
    new Request("http://localhost:3000/mcp", {
      method: "POST",
      headers: { ...headersOf(client), "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify(message),
      signal: leaving.signal,
    }),
  );
  if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
    throw new Error(`${name} did not ask: ${await response.text()}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  /** The next message of the server, or undefined at the end of the stream. */
  const next = async (): Promise<Message> => {
    for (let text = ""; ; ) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return undefined;
      text += value;
      const data = /^data: (.*)\n\n/m.exec(text)?.[1];
      if (data !== undefined) return JSON.parse(data);
    }
  };
  const close = async () => {
    leaving.abort();
    await reader?.cancel();
  };
  return { address, response, asked: await next(), next, close };
}
