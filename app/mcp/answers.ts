import { z } from "zod";
import { leaveAnswer, said } from "@/lib/confirmations/queries";
import { nameOfCall, openRequest, type Session } from "@/lib/confirmations/session";
import { decodeText, parseText, readCapped } from "@/lib/http/body";
import { own } from "@/lib/own";
import { Refusal } from "./refusal";

/** A client's answer to a request: no method, a result or an error. Ours have texts as ids; JSON-RPC has others, too. */
export const response = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** More than any answer has. */
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Whether a request looks like an answer to one of ours. These are counted apart: the call waits for it, and a person
 * decides when they say it. Does not consume the body.
 */
export async function isAnswer(request: Request): Promise<boolean> {
  if (!request.headers.has("mcp-session-id")) return false;
  try {
    const body = await readCapped(request.clone(), MAX_ANSWER_BYTES, { preventCancel: true });
    return response.safeParse(parseText(decodeText(body))).success;
  } catch {
    return false;
  }
}

/**
 * Passes an answer to the process that asked, wherever it is. Throws 400 for an answer to no question of this session,
 * one that comes too late, one that is none, and any but the first. A client that failed to ask has not asked.
 */
export async function hearAnswer(session: Session, sent: z.infer<typeof response>): Promise<void> {
  const questionId = typeof sent.id === "string" ? openRequest(session, sent.id) : null;
  if (questionId === null) throw new Refusal(-32600, "No question with this id waits for an answer", 400);
  const isFailed = sent.result === undefined && sent.error !== undefined;
  const { data } = said.safeParse(isFailed ? { action: "cancel" } : sent.result);
  if (!data) throw new Refusal(-32602, "Send `action` and, to accept, `content`", 400);
  if (!(await leaveAnswer(session.workspaceId, questionId, data)))
    throw new Refusal(-32600, "This question was answered already", 400);
}

const callId = z.union([z.string(), z.number()]);

/** A call that its client cancelled is not carried out, whatever is answered to its question. */
export async function hearCancelled(session: Session, params: Record<string, unknown>): Promise<void> {
  const { data: id } = callId.safeParse(own(params, "requestId"));
  if (id !== undefined) await leaveAnswer(session.workspaceId, nameOfCall(session, id), { action: "cancel" });
}
