import { pg } from "@/db/client";

/**
 * Consumes the answer to a question: true for one caller, ever; a repetition gets false, whether the work succeeded or
 * not. This is recorded among the idempotency keys, which are deleted after a day; by then the question has long
 * expired.
 */
export async function takeAnswer(workspaceId: string, questionId: string): Promise<boolean> {
  const taken = await pg()`
    insert into idempotency_keys (workspace_id, operation, key, request_hash, locked_until)
    values (${workspaceId}, 'confirmation', ${questionId}, '', now() + interval '1 day')
    on conflict do nothing
    returning key`;
  return taken.length === 1;
}
