import { createHash } from "node:crypto";
import { ApiError } from "./errors";

/** The strong entity tag of an answer: equal tags mean equal bytes (RFC 9110, 8.8.3). */
export function entityTag(json: string): string {
  return `"${createHash("sha256").update(json).digest("base64url").slice(0, 27)}"`;
}

/** The header that names a state, as a GET would return it. */
export function tagOf(state: unknown): { ETag: string } {
  return { ETag: entityTag(JSON.stringify(state)) };
}

/** A list of entity tags, with the empty elements that a recipient accepts (RFC 9110, 5.6.1 and 8.8.3). */
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const LIST = new RegExp(String.raw`^[ \t,]*(?:${TAG}[ \t]*(?:,[ \t,]*|$))*$`);

/**
 * Whether a header of If-Match or If-None-Match names the tag; one that is no list of tags names none. A proxy that
 * compresses turns a tag into a weak one (`W/`) and sends that back, so it counts as the same; see
 * docs/decisions/http-manners.md.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  return LIST.test(header) && (header.match(/"[^"]*"/g) ?? []).some((named) => named === tag);
}

/**
 * Throws 412 when `If-Match` was sent and names another state than this one. Call it under the lock of the row to be
 * written.
 */
export function requireMatch(ifMatch: string | undefined, current: unknown): void {
  if (ifMatch === undefined) return;
  const headers = tagOf(current);
  if (namesTag(ifMatch, headers.ETag)) return;
  const message = "It has changed since it was read. Read it again, then decide.";
  throw new ApiError("PRECONDITION_FAILED", message, { etag: headers.ETag }, headers);
}
