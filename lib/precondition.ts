import { createHash } from "node:crypto";
import { ApiError } from "./errors";

/** The strong entity tag of an answer: equal tags mean equal bytes (RFC 9110, 8.8.3). */
export function entityTag(json: string): string {
  return `"${createHash("sha256").update(json).digest("base64url").slice(0, 27)}"`;
}

/** One tag of the list of RFC 9110, 8.8.3, and what separates it from the next; empty elements are allowed. */
const LISTED = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,|$)/y;

/**
 * Whether a header of If-Match or If-None-Match names the tag; one that is no list of tags names none. A proxy that
 * compresses turns a tag into a weak one (`W/`) and sends that back, so it counts as the same; see
 * docs/decisions/http-manners.md.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  const named: string[] = [];
  for (LISTED.lastIndex = 0; LISTED.lastIndex < header.length; ) {
    const found = LISTED.exec(header);
    if (!found) return false;
    if (found[1]) named.push(found[1]);
  }
  return named.includes(tag);
}

/**
 * Throws 412 when `If-Match` was sent and names another state than this one. Call it under the lock of the row to be
 * written.
 */
export function requireMatch(ifMatch: string | undefined, current: unknown): void {
  if (ifMatch === undefined) return;
  const etag = entityTag(JSON.stringify(current));
  if (namesTag(ifMatch, etag)) return;
  const message = "It has changed since it was read. Read it again, then decide.";
  throw new ApiError("PRECONDITION_FAILED", message, { etag }, { ETag: etag });
}
