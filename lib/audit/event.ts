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
  /** Not stored: what a failure names, by which its account is found, so that its owner hears of it. */
  claims?: { keyHash?: string; email?: string };
}

/** As it is written. `slot` is set for failures: what falls into the same one is counted, not added. */
export interface WrittenEvent extends Noted {
  id: string;
  at: string;
  slot: string | null;
}
