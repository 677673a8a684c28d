import { hashToken, isApiKey } from "@/lib/api-keys/token";
import type { Noted } from "@/lib/audit/event";
import { flushAudit, note } from "@/lib/audit/note";
import { apiBearerOf } from "@/lib/authorization";
import { background } from "./background";
import { callerAddress } from "./client-address";

/** What the security log records about an operation. */
export interface Audited {
  action: string;
  /** Only refused calls are recorded: machines call every minute. */
  only?: "failure";
  /**
   * About the caller's account, because the workspace is gone afterwards; or about the workspace whose id is in the
   * answer, if there is one.
   */
  about?: "account" | "answer";
  /** Names and numbers of the request, never values. */
  detail?: (body: unknown) => Record<string, unknown>;
}

/** One request as far as it got: what the log can say about it. */
export interface Trail {
  requestId: string;
  workspaceId?: string;
  userId?: string;
  apiKeyId?: string;
  audited?: Audited;
  target?: string;
  detail?: Record<string, unknown>;
}

/** Records an audited operation with its outcome, and any caller whose API key is not valid. */
export function noteRequest(request: Request, trail: Trail, status: number): void {
  const events = [ofOperation(trail, status), ofKey(request, status)].filter((event) => event !== null);
  if (events.length === 0) return;
  const address = callerAddress(request.headers);
  for (const event of events) note({ ...event, address, requestId: trail.requestId });
  background(flushAudit);
}

function ofOperation({ audited, ...trail }: Trail, status: number): Noted | null {
  if (!audited) return null;
  const failed = status >= 400;
  // Rate limits, and our own failures, are in the request log.
  if (failed ? status === 429 || status >= 500 : audited.only === "failure") return null;
  if (!trail.userId && !(audited.only && status === 401)) return null;
  return {
    ...trail,
    workspaceId: aboutOf(audited, trail, failed),
    action: audited.action,
    outcome: failed ? "failure" : "success",
  };
}

function aboutOf({ about }: Audited, { workspaceId, target }: Trail, failed: boolean): string | null {
  if (about === "account") return null;
  if (about === "answer") return failed ? null : (target ?? null);
  return workspaceId ?? null;
}

function ofKey(request: Request, status: number): Noted | null {
  const token = apiBearerOf(request.headers.get("authorization")) ?? "";
  if (status !== 401 || !isApiKey(token)) return null;
  return { action: "api_key.refused", outcome: "failure", claims: { keyHash: hashToken(token) } };
}
