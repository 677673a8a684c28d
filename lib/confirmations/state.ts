import { hash } from "node:crypto";
import { z } from "zod";
import { newId } from "@/lib/ids";
import { decryptSecret, encryptSecret } from "@/lib/settings/secrets";

/** How long a person has for an answer. */
const ANSWER_MS = 5 * 60_000;

/** What a person is asked to confirm: who asked, for which action, and with which arguments. */
export interface Asked {
  workspaceId: string;
  keyId: string;
  tool: string;
  arguments: unknown;
}

/** A question that was asked: its id, and what the person was shown. */
export interface Question {
  id: string;
  shown: string;
}

const sealed = z.object({ id: z.string(), until: z.number(), shown: z.string() });

/**
 * The question as a token that the asking client carries and cannot read, change, or use for anything else:
 * AES-256-GCM with workspace, key, tool and arguments as additional data. Valid for five minutes. Throws 503 without
 * ENCRYPTION_KEYS.
 */
export function sealQuestion(asked: Asked, shown: string): string {
  const question = { id: newId(), until: Date.now() + ANSWER_MS, shown: digestOf(shown) };
  return encryptSecret(placeOf(asked), JSON.stringify(question));
}

/** The question in a token from outside; null when it is not ours, is about something else, or has expired. */
export function openQuestion(asked: Asked, text: string): Question | null {
  const opened = decryptSecret(placeOf(asked), text);
  const { data } = sealed.safeParse(opened === null ? null : JSON.parse(opened));
  return data && data.until > Date.now() ? { id: data.id, shown: data.shown } : null;
}

/** Whether the person was shown exactly this, and it has not changed since. */
export function wasShown({ shown }: Question, text: string): boolean {
  return shown === digestOf(text);
}

function placeOf({ workspaceId, keyId, tool, arguments: given }: Asked) {
  const what = digestOf(JSON.stringify([keyId, tool, ordered(given)]));
  return { owner: workspaceId, column: `confirmation.${what}` };
}

/** Equal arguments have equal digests, in whatever order a client writes them. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)]);
}

function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}
