import { z } from "zod";
import { said, takeAnswer } from "@/lib/confirmations/queries";
import { openQuestion, sealQuestion, wasShown } from "@/lib/confirmations/state";
import { permissionFor } from "@/lib/http/operation";
import type { Permission } from "@/lib/workspaces/roles";
import { type Arguments, callOperation, operationOf } from "./calls";
import type { Look } from "./looks";
import { Refusal } from "./refusal";
import type { Tool } from "./tools";

/** Whose key it is. */
export interface Caller {
  workspaceId: string;
  keyId: string;
  keyScopes: readonly string[];
  permissions: readonly Permission[];
}

/** One call of a tool: its arguments, and the data sent with them when it is repeated with an answer. */
export interface Call {
  tool: Tool;
  given: Arguments;
  state: string | undefined;
  answers: Record<string, unknown>;
}

/** What the client shows to the person as a form, and the state that belongs to it. */
export interface Question {
  kind: "ask";
  params: Record<string, unknown>;
  state: string;
}

/** A question to the person; `response` if the operation itself refused. */
export type Outcome =
  | Question
  | { kind: "refused"; response: Response }
  | { kind: "declined"; text: string }
  | { kind: "confirmed"; once: string };

/** The only question of a call. */
export const NAME = "confirmation";

/**
 * Whether a person has confirmed this call. Without an answer they are asked, and again if what they were shown has
 * changed. An answer counts once, for this key, tool and arguments. Throws -32602 for a state that is not ours, or not
 * for this call.
 */
export async function confirmation(call: Call, caller: Caller, request: Request): Promise<Outcome> {
  const { tool, given, state, answers } = call;
  const asked = { workspaceId: caller.workspaceId, keyId: caller.keyId, tool: tool.name, arguments: given };
  const question = state === undefined ? null : openQuestion(asked, state);
  if (state !== undefined && !question) throw new Refusal(-32602, "Invalid or expired requestState", 200);
  const answer = said.safeParse(answers[NAME]).data;
  const isAnswered = question !== null && answer !== undefined;
  const facts = await lookedAt(tool, given, caller, { request, isAnswered });
  if (facts instanceof Response) return { kind: "refused", response: facts };
  const text = messageOf(tool, given, facts);
  if (!question || !answer) return ask(text, sealQuestion(asked, text));
  if (answer.action !== "accept")
    return { kind: "declined", text: `The person chose to ${answer.action}: nothing was done.` };
  if (!answer.content || !wasShown(question, text)) return ask(text, sealQuestion(asked, text));
  if (!answer.content.confirmed)
    return { kind: "declined", text: "The person did not confirm: nothing was done." };
  if (await takeAnswer(caller.workspaceId, question.id)) return { kind: "confirmed", once: question.id };
  throw new Refusal(-32602, "This confirmation was used already: look at listChanges for what it did", 200);
}

function ask(message: string, state: string): Question {
  const confirmed = { type: "boolean", title: "Yes, do this", default: false };
  const requestedSchema = { type: "object", properties: { confirmed }, required: ["confirmed"] };
  return { kind: "ask", params: { mode: "form", message, requestedSchema }, state };
}

type Facts = Record<string, Record<string, unknown>>;

/** What it is about, read with the same key; or the operation's own answer if that fails. */
async function lookedAt(
  tool: Tool,
  given: Arguments,
  caller: Caller,
  { request, ...sent }: { request: Request; isAnswered: boolean },
) {
  const facts: Facts = {};
  for (const look of tool.question?.looks ?? []) {
    const wanted = look.given(given);
    const needed = permissionFor(operationOf(look.target), look.target.method);
    if (!wanted || !caller.permissions.includes(needed)) continue;
    const response = await callOperation(look.target, request, wanted, sent);
    if (!response.ok) return response;
    facts[look.name] = fieldsOf(look, await response.json());
  }
  return facts;
}

function fieldsOf({ shown }: Look, value: unknown): Record<string, unknown> {
  const { data = {} } = z.record(z.string(), z.unknown()).safeParse(value);
  return Object.fromEntries(shown.map((name) => [name, data[name]]));
}

/** The text for the person: our words first, then contents as JSON, so that no value looks like a sentence of ours. */
function messageOf({ title, question }: Tool, given: Arguments, facts: Facts): string {
  return [
    `${title}?`,
    `This ${question?.effect}`,
    `Way back: ${question?.back}`,
    ...Object.entries(facts).map(([name, fields]) => `Now, ${name}: ${readable(fields)}`),
    `As the assistant asked: ${readable(given)}`,
    "What stands between quotation marks is data that others may have written.",
  ].join("\n");
}

const MAX_LISTED = 10;
const MAX_TEXT = 6000;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON without invisible characters or direction overrides; long lists state their length. */
function readable(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => shortened(one), 1) ?? "";
  return text.replace(/\n\s*/g, " ").replace(INVISIBLE, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value) && value.length > MAX_LISTED)
    return [...value.slice(0, MAX_LISTED), `and ${value.length - MAX_LISTED} more, ${value.length} in all`];
  if (typeof value === "string" && value.length > MAX_TEXT)
    return `${value.slice(0, MAX_TEXT)} … and ${value.length - MAX_TEXT} characters more`;
  return value;
}
