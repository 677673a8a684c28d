import { z } from "zod";
import { admit } from "@/lib/http/callers";
import { own } from "@/lib/own";
import { hearAnswer, hearCancelled, response } from "./answers";
import { type Client, clientOf, LEGACY, META, SUPPORTED, sessionFor, withSession } from "./client";
import { type Caller, NAME, type Question } from "./confirmation";
import { converse } from "./conversation";
import { Refusal } from "./refusal";
import { attempting, NOTICE, refused, type Sender } from "./tool-calls";
import { tools } from "./tools";

const serverInfo = { name: "kith", title: "Kith", version: "1.0.0" };

const INSTRUCTIONS = `Kith manages contacts. ${NOTICE} What deletes, undoes, confirms an import, changes many contacts or mails asks the person through the client: it is offered to clients with elicitation in forms. Others leave that to the dashboard.`;

const messageId = z.union([z.string(), z.number().int()]);
const message = z.object({
  jsonrpc: z.literal("2.0"),
  id: messageId.optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
const record = z.record(z.string(), z.unknown());
const callParams = z.object({
  name: z.string(),
  arguments: record.default({}),
  requestState: z.string().max(20_000).optional(),
  inputResponses: record.default({}),
  _meta: record.default({}),
});

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const NOTED: Answer = { status: 202, body: null };
const STREAMED = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Nothing in between may buffer the stream: neither our own compression nor a proxy.
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** A message as it came, and what it is as JSON. */
export interface Sent {
  text: string;
  value: unknown;
}

/** Answers one message; any fault in it is a JSON-RPC error and never a failure of the server. */
export async function answerMessage(
  { text, value }: Sent,
  request: Request,
  caller: Caller,
): Promise<Answer> {
  const { data: parsed } = message.safeParse(value);
  try {
    if (!parsed) return await noteAnswer(value, request, caller);
    const { id, method, params } = parsed;
    const client = clientOf(parsed, request, caller);
    if (id === undefined) {
      if (client.session && method === "notifications/cancelled") await hearCancelled(client.session, params);
      return NOTED;
    }
    const result = await resultOf({ ...parsed, id }, client, { request, caller, text });
    if (result instanceof ReadableStream) return { status: 200, body: result, headers: STREAMED };
    const headers = method === "initialize" && !client.isModern ? sessionFor(params, caller) : {};
    return { status: 200, body: { jsonrpc: "2.0", id, result }, headers };
  } catch (error) {
    if (error instanceof Refusal) return failed(parsed?.id ?? null, error);
    throw error;
  }
}

/** What is no request may be the answer to one of ours. */
async function noteAnswer(sent: unknown, { headers }: Request, caller: Caller): Promise<Answer> {
  const { data: said } = response.safeParse(sent);
  if (!said) throw new Refusal(-32600, "Send one JSON-RPC 2.0 message", 400);
  const { session } = withSession(headers, caller);
  if (!session) throw new Refusal(-32600, "An answer belongs to a session", 400);
  await hearAnswer(session, said);
  return NOTED;
}

function failed(id: string | number | null, { code, message: text, status, data }: Refusal): Answer {
  const error = { code, message: text, ...(data !== undefined && { data }) };
  return { status, body: { jsonrpc: "2.0", id, error } };
}

/** The message for invalid JSON. */
export function unreadable(): Answer {
  return failed(null, new Refusal(-32700, "The body is not JSON in UTF-8", 400));
}

type Asked = z.infer<typeof message> & { id: string | number };

async function resultOf(asked: Asked, client: Client, sender: Sender): Promise<unknown> {
  const { isModern } = client;
  const { method } = asked;
  const cached = isModern ? { ttlMs: 0, cacheScope: "private" } : {};
  const about = { capabilities: { tools: {} }, instructions: INSTRUCTIONS };
  const signed = (result: Record<string, unknown>) => (isModern ? complete(result) : result);
  if (method === "tools/list") return signed({ ...cached, tools: listed(client, sender.caller) });
  if (method === "tools/call") {
    const result = await callTool(asked, client, sender);
    return result instanceof ReadableStream ? result : signed(result);
  }
  if (isModern && method === "server/discover")
    return signed({ ...cached, ...about, supportedVersions: SUPPORTED, serverInfo });
  if (!isModern && method === "initialize") return { ...about, protocolVersion: LEGACY, serverInfo };
  if (!isModern && method === "ping") return {};
  throw new Refusal(-32601, "Method not found", isModern ? 404 : 200);
}

/** Fields of every result in the stateless revision: that it is complete, unless it asks, and its caching scope. */
function complete(result: Record<string, unknown>): Record<string, unknown> {
  const meta = record.safeParse(result._meta).data;
  return { resultType: "complete", ...result, _meta: { ...meta, [`${META}serverInfo`]: serverInfo } };
}

/** What this key may do and what this client can ask a person about. */
function listed({ asks }: Client, { permissions }: Caller) {
  const fit = [...tools.values()].filter(
    (tool) => permissions.includes(tool.needs) && (asks || !tool.question),
  );
  return fit.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations,
  }));
}

/** What the tool answered, or a question in the way of the client's revision: as a result, or on a stream. */
async function callTool(asked: Asked, client: Client, sender: Sender) {
  const { data: params } = callParams.safeParse(asked.params);
  const tool = params && tools.get(params.name);
  const { isModern, session } = client;
  if (!params || !tool || (tool.question && !isModern && !session))
    throw new Refusal(-32602, "There is no such tool, or its arguments are no object", 200);
  if (tool.question && !client.asks)
    throw new Refusal(-32021, "This tool asks a person, through elicitation in a form", 400, {
      requiredCapabilities: { elicitation: { form: {} } },
    });
  if (tool.question && session && !sender.request.headers.get("accept")?.includes("text/event-stream"))
    throw new Refusal(-32000, "This tool asks on a stream: accept text/event-stream", 406);
  const attempt = attempting(tool, params.arguments, sender);
  const { requestState, inputResponses } = isModern
    ? params
    : { requestState: undefined, inputResponses: {} };
  const outcome = await attempt(requestState, inputResponses);
  if (outcome.kind !== "ask") return outcome;
  if (!session) return inputRequired(outcome);
  const { data: progressToken } = messageId.safeParse(own(params._meta, "progressToken"));
  try {
    const { request } = sender;
    return converse({
      session,
      callId: asked.id,
      progressToken,
      question: outcome,
      attempt,
      admitted: () => admit("bearer", request, undefined),
      signal: request.signal,
    });
  } catch (error) {
    return refused(error);
  }
}

function inputRequired({ params, state: requestState }: Question): Record<string, unknown> {
  const inputRequests = { [NAME]: { method: "elicitation/create", params } };
  return { resultType: "input_required", inputRequests, requestState };
}
