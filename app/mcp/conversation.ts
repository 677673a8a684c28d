import { setTimeout as sleep } from "node:timers/promises";
import { findAnswers, type Said } from "@/lib/confirmations/queries";
import { nameOfCall, type Session, sealRequest } from "@/lib/confirmations/session";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { hub } from "@/lib/events/hub";
import { newId } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { log } from "@/lib/log";
import { NAME, type Question } from "./confirmation";
import { Refusal } from "./refusal";
import { type Attempt, refused, told } from "./tool-calls";

/** For all questions of a call together: less than a state is valid for, and than platforms let an answer take. */
const WAIT_MS = 270_000;
/** A client that answers by itself, without what was asked for, is not asked forever. */
const MAX_QUESTIONS = 5;
const LOOK_MS = 400;
/** A key that is revoked, or whose creator is removed, can bring no answer: this is looked at every two seconds. */
const LOOKS_PER_CHECK = 5;
/** Some proxies cut a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;

/** A call of the revision with sessions that has to ask before it can be answered. */
export interface Conversation {
  session: Session;
  callId: string | number;
  /** Named by clients that want to hear that a call still runs. */
  progressToken: string | number | undefined;
  question: Question;
  /** The same call again, with an answer. */
  attempt: Attempt;
  /** Throws what the API answers to this caller if it no longer accepts them. */
  admitted: () => Promise<unknown>;
  signal: AbortSignal;
}

/** How many questions of a key wait in this process. */
const waiting = new Map<string, number>();

/**
 * Asks on the stream of a call's answer, as 2025-11-25 does, waits until the client has sent what the person said (to
 * any process), and ends with the call's result. A refusal, silence, and a stream that its client closed do nothing.
 * Throws 429 for a key whose questions wait already.
 */
export function converse(conversation: Conversation): ReadableStream<Uint8Array> {
  const leave = takePlace(conversation.session.keyId);
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, conversation.signal]);
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        if (!signal.aborted) controller.enqueue(new TextEncoder().encode(text));
      };
      const heartbeat = setInterval(beater(conversation, send), HEARTBEAT_MS).unref();
      void lastMessage(conversation, send, signal).then((text) => {
        leave();
        clearInterval(heartbeat);
        send(text);
        if (!gone.signal.aborted) controller.close();
      });
    },
    cancel: () => gone.abort(),
  });
}

function takePlace(keyId: string): () => void {
  const limit = Math.ceil(LIMITS.questions_of_key.max / env().WEB_CONCURRENCY);
  const before = waiting.get(keyId) ?? 0;
  if (before >= limit) {
    const details = { reason: "questions_of_key", limit };
    throw new ApiError("RATE_LIMITED", "Too many questions of this key wait for an answer", details, {
      "Retry-After": "30",
    });
  }
  waiting.set(keyId, before + 1);
  return () => {
    const left = (waiting.get(keyId) ?? 1) - 1;
    if (left > 0) waiting.set(keyId, left);
    else waiting.delete(keyId);
  };
}

function messageOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
}

/** Progress also keeps the clients waiting that asked for it; others get a comment. */
function beater({ progressToken }: Conversation, send: (text: string) => void): () => void {
  let progress = 0;
  return () => {
    const params = { progressToken, progress: ++progress, message: "Waiting for a person" };
    send(progressToken === undefined ? ": \n\n" : messageOf({ method: "notifications/progress", params }));
  };
}

/** The answer to the call itself. Never rejects. */
async function lastMessage(conversation: Conversation, send: (text: string) => void, signal: AbortSignal) {
  const { callId: id } = conversation;
  try {
    return messageOf({ id, result: await resultOf(conversation, send, signal) });
  } catch (error) {
    const known = error instanceof Refusal;
    if (!known) log().error({ err: error }, "mcp: a confirmed call failed");
    const { code, message } = known ? error : { code: -32603, message: "Something went wrong on our side" };
    return messageOf({ id, error: { code, message } });
  }
}

async function resultOf(conversation: Conversation, send: (text: string) => void, signal: AbortSignal) {
  const { session, attempt } = conversation;
  const until = Date.now() + WAIT_MS;
  let { question } = conversation;
  for (let n = 0; n < MAX_QUESTIONS; n++) {
    const id = newId();
    const { params, state } = question;
    send(messageOf({ id: sealRequest(session, id, until), method: "elicitation/create", params }));
    const said = await heardOf(conversation, id, until, signal).catch(refused);
    if (said && !("action" in said)) return said;
    // A closed stream and a process that ends are silence, too.
    if (!said || signal.aborted) break;
    const outcome = await attempt(state, { [NAME]: said });
    if (outcome.kind !== "ask") return outcome;
    question = outcome;
  }
  return told(
    { message: "Nobody confirmed this in time: nothing was done. Call again to ask again." },
    false,
  );
}

/** What the person said; null if nothing. Throws 401 or 403 once nobody with this key can say anything any more. */
async function heardOf(
  { session, callId, admitted }: Conversation,
  questionId: string,
  until: number,
  signal: AbortSignal,
): Promise<Said | null> {
  const names = [nameOfCall(session, callId), questionId];
  let isLast = false;
  for (let looks = 1; !isLast && !signal.aborted && !hub()?.isClosed; looks++) {
    isLast = Date.now() >= until;
    const [said] = await findAnswers(session.workspaceId, names).catch((error: unknown): Said[] => {
      log().warn({ err: error }, "mcp: the database was not asked for an answer");
      return [];
    });
    if (said) return said;
    if (looks % LOOKS_PER_CHECK === 0) await admitted().catch(throwRefusal);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return null;
}

/** An outage is none. */
function throwRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status < 500) throw error;
}
