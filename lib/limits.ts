import { ApiError, MAX_PROBLEMS } from "./errors";
import { FIELD_LIMITS } from "./field-limits";
import { DAY_MS } from "./time";

/** Contacts that one bulk call may name. */
export const MAX_BULK_IDS = 500;

/** Requests of a client address, and uploads of a user, in a sliding window. */
export const RATES = {
  global: { max: 100, windowMs: 60_000 },
  upload: { max: 5, windowMs: 600_000 },
} as const;

/** Mails with invitations: per workspace, per user, and per address from any sender. */
export const INVITATION_RATES = {
  workspace: { max: 50, windowMs: DAY_MS },
  user: { max: 50, windowMs: DAY_MS },
  address: { max: 5, windowMs: DAY_MS },
} as const;

interface Limit {
  max: number;
  unit?: "bytes" | "characters";
  of: string;
  beyond: string;
}

/**
 * Limits on everything that a workspace can make grow. docs/limits.md is generated from this list. Older data beyond a
 * limit stays readable and can be deleted; only adding more is refused.
 */
export const LIMITS = {
  page_bytes: {
    max: 1024 * 1024,
    unit: "bytes",
    of: "A page of a list; this keeps every answer below 2 MB",
    beyond: "the page ends early, with a `nextCursor` (`nextAfter`); a single item is answered whole",
  },
  shown_cell: {
    max: 200,
    unit: "characters",
    of: "A cell shown with a row error in JSON",
    beyond: "cut off with `…`, and the row says `is_cut`; `?format=csv` has all of it",
  },
  problems: {
    max: MAX_PROBLEMS,
    of: "Invalid fields that a 400 names",
    beyond: "the message says how many more there are",
  },
  import_changes: {
    max: 500,
    of: "Changes of a pending import in one response",
    beyond: "400; `nextCursor`; `format=csv` has all",
  },
  left_out_rows: {
    max: 5000,
    of: "Rows that the draft of an import leaves out one by one",
    beyond: "400; leave out their whole kind, or remove them from the file",
  },
  opt_out_values: {
    max: 200,
    of: "Values of a consent column whose meaning the draft of an import defines",
    beyond: "400; `others` covers all remaining values",
  },
  corrected_rows: {
    max: 1000,
    of: "Rows of a pending import that are corrected one by one",
    beyond:
      "409; a rule corrects any number of rows, and the rest can be corrected in the file of rejected rows",
  },
  correction_bytes: {
    max: 256 * 1024,
    unit: "bytes",
    of: "The corrected cells of a pending import together",
    beyond: "409",
  },
  timeline_events: {
    max: 500,
    of: "Timeline events of a contact in one response",
    beyond: "`nextCursor`",
  },
  tags_per_contact: {
    max: 100,
    of: "Tags of a contact, and of a row of a file",
    beyond:
      "409; in bulk the contact is listed in `refused`; of a file only that row is rejected: `too_many_tags`",
  },
  tags_per_workspace: {
    max: 2000,
    of: "Tags of a workspace",
    beyond: "409; a row of a file that would create one more is rejected: `too_many_workspace_tags`",
  },
  custom_keys_per_workspace: {
    max: 500,
    of: "Keys of custom fields in a workspace",
    beyond:
      "409, for an import when it is checked or confirmed; keys that no contact uses any longer do not count, except those of a stopped import, until it is deleted",
  },
  change_entries: {
    max: FIELD_LIMITS.keptChanges,
    of: "Contacts whose former values are kept by newer change sets; imports have a journal of their own",
    beyond:
      "older change sets of the workspace are deleted before their 30 days are over and can no longer be undone",
  },
  bulk_ids: {
    max: 10_000,
    of: "Contacts that a bulk action names by `ids`; by `filter` there may be any number",
    beyond: "400",
  },
  bulk_alive: { max: 20, of: "Waiting or running bulk actions of a workspace", beyond: "409" },
  batch_contacts: {
    max: 10_000,
    of: "Contacts of one batch",
    beyond: "413; send several batches, or a file",
  },
  batch_bytes: {
    max: 16 * 1024 * 1024,
    unit: "bytes",
    of: "The body of a batch",
    beyond: "413; send several batches, or a file",
  },
  exports_alive: { max: 20, of: "Waiting or running exports of a workspace", beyond: "409" },
  imports_pending: { max: 20, of: "Imports of a workspace awaiting confirmation", beyond: "409" },
  members: { max: 100, of: "Members of a workspace, open invitations included", beyond: "409" },
  invitations: { max: 50, of: "Open invitations of a workspace", beyond: "409" },
  workspaces_owned: { max: 20, of: "Workspaces that a user owns", beyond: "409" },
  api_keys: { max: 20, of: "API keys of a workspace", beyond: "409" },
  webhook_endpoints: { max: 20, of: "Webhook endpoints of a workspace", beyond: "409" },
  event_streams_of_user: {
    max: 20,
    of: "Open event streams of a user. Each of the `WEB_CONCURRENCY` processes counts its own share, rounded up; processes started separately, for example on other machines, count by themselves",
    beyond:
      "429 with `Retry-After`; `limit` is the number that a process accepts, `processes` how many share. A stream ends by itself after ten minutes at most",
  },
  event_streams_of_workspace: {
    max: 100,
    of: "Open event streams of a workspace, counted the same way",
    beyond: "429 with `Retry-After`",
  },
  questions_of_key: {
    max: 20,
    of: "Tools of an assistant's API key that wait for a person's answer on a stream, counted the same way",
    beyond:
      "the tool is refused, with a time to wait; a question ends by itself after four and a half minutes",
  },
  segments_per_workspace: { max: 100, of: "Segments of a workspace", beyond: "409" },
  segment_filter: {
    max: 10 * 1024,
    unit: "bytes",
    of: "The filter of a segment as JSON; this keeps the list of segments below 2 MB",
    beyond: "400",
  },
  views_per_user: { max: 50, of: "Saved views of a user in a workspace", beyond: "400" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** The 409 of a workspace that has reached a limit: `details` name the limit and its size. */
export function limitReached(name: LimitName, message: string): ApiError {
  return new ApiError("CONFLICT", message, { reason: name, limit: LIMITS[name].max });
}
