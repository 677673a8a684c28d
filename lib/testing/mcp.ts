import { randomInt } from "node:crypto";
import { POST } from "@/app/mcp/route";
import { createApiKey } from "@/lib/api-keys/queries";
import type { newWorkspace } from "./workspace";

export type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Scopes = ("read" | "write" | "send")[];

export const MODERN = "2026-07-28";
const META = "io.modelcontextprotocol/";

/** A key of the workspace, as an assistant gets it. */
export async function keyOf({ id, user }: Workspace, scopes: Scopes = ["read", "write", "send"]) {
  return (await createApiKey(id, user.id, { name: scopes.join(), scopes, expires_at: null })).key;
}

/** What a client declares about itself: whether and how it can ask its user. */
export function metaOf(capabilities: object = { elicitation: {} }) {
  return {
    [`${META}protocolVersion`]: MODERN,
    [`${META}clientInfo`]: { name: "test", version: "1" },
    [`${META}clientCapabilities`]: capabilities,
  };
}

/** One message, from a client address of its own, so that the rate limit does not apply. */
export async function send(body: unknown, headers: Record<string, string> = {}) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const response = await POST(
    new Request("http://localhost:3000/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : null };
}

export interface Extra {
  requestState?: string;
  inputResponses?: unknown;
  capabilities?: object;
  headers?: Record<string, string>;
}

/** Calls a tool as a client of the stateless revision. */
export function call(key: string, name: string, args: unknown = {}, extra: Extra = {}) {
  const { capabilities, headers, ...rest } = extra;
  const params = { name, arguments: args, ...rest, _meta: metaOf(capabilities) };
  return send(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    {
      authorization: `Bearer ${key}`,
      "mcp-protocol-version": MODERN,
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers,
    },
  );
}

/** The question that a tool asks: the text for the user, and the state that belongs to it. */
export async function questionOf(key: string, name: string, args: unknown) {
  const { result } = (await call(key, name, args)).json;
  if (result?.resultType !== "input_required")
    throw new Error(`${name} did not ask: ${JSON.stringify(result)}`);
  return {
    message: String(result.inputRequests.confirmation.params.message),
    requestState: String(result.requestState),
  };
}

export const YES = { confirmation: { action: "accept", content: { confirmed: true } } };

/** Answers a tool's question with yes, and returns its result. */
export async function confirmed(key: string, name: string, args: unknown) {
  const { requestState } = await questionOf(key, name, args);
  return (await call(key, name, args, { requestState, inputResponses: YES })).json.result;
}

/** The tools that a client of a revision is shown. */
export async function listed(key: string, capabilities?: object): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${key}`,
    "mcp-protocol-version": MODERN,
    "mcp-method": "tools/list",
  };
  const params = { _meta: metaOf(capabilities) };
  const { json } = await send({ jsonrpc: "2.0", id: 1, method: "tools/list", params }, headers);
  return json.result.tools.map((one: { name: string }) => one.name);
}
