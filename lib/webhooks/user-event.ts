import { validationError } from "@/lib/errors";
import { uuid } from "@/lib/schemas";
import { provision, unprovision } from "@/lib/workspaces/provision";
import type { Columns, UserEvent } from "./schemas";

/**
 * Handles a change of a user: a new user gets a workspace, a confirmed one the queued welcome mail; a new address or a
 * ban updates the membership; a deleted user loses memberships and API keys. All of it goes through `provision` and
 * `unprovision`, which read the user from the provider, so events may be repeated, reordered or lost. Returns false
 * for irrelevant events. Throws 400 for an invalid id.
 */
export async function handleUserEvent({
  type,
  schema,
  table,
  record,
  old_record,
}: UserEvent): Promise<boolean> {
  if (schema !== "auth" || table !== "users") return false;
  if (type === "DELETE" && old_record) return unprovision(userIdOf(old_record, "old_record"));
  if (!record) return false;
  if (type === "UPDATE" && record.deleted_at) return unprovision(userIdOf(record, "record"));
  if (type !== "INSERT" && !(type === "UPDATE" && matters(record, old_record ?? {}))) return false;
  return (await provision(userIdOf(record, "record"))) !== null;
}

function matters(now: Columns, before: Columns): boolean {
  const confirmed = !before.email_confirmed_at && Boolean(now.email_confirmed_at);
  const banned = (now.banned_until ?? null) !== (before.banned_until ?? null);
  return confirmed || banned || now.email !== before.email;
}

function userIdOf({ id }: Columns, path: string): string {
  const parsed = uuid.safeParse(id);
  if (parsed.success) return parsed.data;
  throw validationError([{ path: [path, "id"], code: "invalid_format", message: "must be a UUID" }]);
}
