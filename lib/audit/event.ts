/** An event, as its observer describes it. */
export interface Noted {
  action: string;
  outcome: "success" | "failure";
  workspaceId?: string | null;
  userId?: string | null;
  apiKeyId?: string | null;
  target?: string | null;
  address?: string | null;
  requestId?: string | null;
  detail?: Record<string, unknown> | null;
  /** Not stored: the name in a failed attempt, by which the account is found, so that its owner sees the event. */
  claims?: { keyHash?: string; email?: string };
}

/** As it is written. `slot` is set for failures: those in the same slot are counted, not added. */
export interface WrittenEvent extends Noted {
  id: string;
  at: string;
  slot: string | null;
}
