import { z } from "zod";
import { validationError } from "@/lib/errors";
import { parseInput } from "@/lib/problems";
import { uuid } from "@/lib/schemas";
import { provision } from "@/lib/workspaces/provision";

const text = z.string().nullish();

/** Supabase's database webhook for `auth.users`; the row's other columns are ignored, and never logged. */
const event = z.object({
  type: z.string(),
  schema: z.string().nullish(),
  table: z.string().nullish(),
  record: z.object({ id: z.unknown(), email: text, email_confirmed_at: text }).nullish(),
  old_record: z.object({ email: text, email_confirmed_at: text }).nullish(),
});

/**
 * Acts on a change of a user: a new one gets a workspace, a confirmed one the queued welcome mail, a new address
 * reaches the membership. All come down to `provision`, which reads the user from the provider itself; so events may repeat, overtake each other, or be
 * missing. Answers false for what is of no interest. Throws 400 for a body that is no such event.
 */
export async function handleUserEvent(body: unknown): Promise<boolean> {
  const { type, schema, table, record, old_record } = parseInput(event, body);
  if (schema !== "auth" || table !== "users" || !record) return false;
  const confirmed = !old_record?.email_confirmed_at && Boolean(record.email_confirmed_at);
  const moved = record.email !== old_record?.email;
  if (type !== "INSERT" && !(type === "UPDATE" && (confirmed || moved))) return false;
  const id = uuid.safeParse(record.id);
  if (!id.success) {
    throw validationError([{ path: ["record", "id"], code: "invalid_format", message: "must be a UUID" }]);
  }
  return (await provision(id.data)) !== null;
}
