import { z } from "zod";
import { pg } from "@/db/client";

/**
 * Consumes the answer to a question: true for one caller, ever; a repetition gets false, whether the work succeeded or
 * not. This is recorded among the idempotency keys, which are deleted after a day; by then the question has long
 * expired.
 */
export async function takeAnswer(workspaceId: string, questionId: string): Promise<boolean> {
  return keepOnce(workspaceId, "confirmation", questionId, null);
}

/** What a client said to a question; or that it cancelled the call that the question belongs to. */
export type Said = z.infer<typeof said>;

export const said = z.object({
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.object({ confirmed: z.boolean() }).nullish().catch(null),
});

/**
 * Leaves what a client said where the process that asked will find it, be it this one or another: true for the first
 * time, false for any other, which changes nothing. Kept as long as an idempotency key.
 */
export async function leaveAnswer(workspaceId: string, name: string, answer: Said): Promise<boolean> {
  return keepOnce(workspaceId, "answer", name, JSON.stringify(answer));
}

/** What was said under these names so far; the order is that of the names. */
export async function findAnswers(workspaceId: string, names: string[]): Promise<Said[]> {
  const rows = await pg()<{ body: string }[]>`
    select body::text from idempotency_keys
    where workspace_id = ${workspaceId} and operation = 'answer' and key = any(${names}::text[])
    order by array_position(${names}::text[], key)`;
  return rows.map(({ body }) => said.parse(JSON.parse(body)));
}

async function keepOnce(workspaceId: string, operation: string, key: string, body: string | null) {
  const kept = await pg()`
    insert into idempotency_keys (workspace_id, operation, key, request_hash, body, locked_until)
    values (${workspaceId}, ${operation}, ${key}, '', ${body}::jsonb, now() + interval '1 day')
    on conflict do nothing
    returning key`;
  return kept.length === 1;
}
