import { z } from "zod";
import { type Rights, ROLES } from "./roles";

/*
 * What statements read from a membership, called `m` in all of them. The statement that identifies the caller reads it
 * too, so that a role costs no additional round trip.
 */

/** SQL: the member's role and switches as one JSON value; null if a left-joined membership does not exist. */
export const RIGHTS = `case when m.user_id is not null then jsonb_build_object('role', m.role, 'may_import', m.may_import,
  'may_undo', m.may_undo, 'may_export', m.may_export, 'may_send', m.may_send) end`;

/** SQL: the provider does not currently ban the member. */
export const IS_ADMITTED = "(m.suspended_until is null or m.suspended_until <= now())";

const rights = z.object({
  role: z.enum(ROLES),
  may_import: z.boolean(),
  may_undo: z.boolean(),
  may_export: z.boolean(),
  may_send: z.boolean(),
});

/** The value of `RIGHTS`. */
export function readRights(value: unknown): Rights | null {
  return rights.safeParse(value).data ?? null;
}
