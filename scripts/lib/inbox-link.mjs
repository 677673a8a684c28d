import { createHmac, randomBytes } from "node:crypto";

/** A link works once and for a day; lib/email/embedded/access.ts checks it. */
const LINK_SECONDS = 24 * 60 * 60;

/**
 * A fresh link that opens the inbox of the app at `url`, for anybody who may read the app's secrets.
 * @param {string} url
 * @param {import("./types.ts").Env} options
 */
export function inboxLink(url, { INBOX_SECRET = "" }) {
  const said = `${Math.floor(Date.now() / 1000) + LINK_SECONDS}.${randomBytes(16).toString("base64url")}`;
  const proof = createHmac("sha256", INBOX_SECRET).update(`link ${said}`).digest("base64url");
  return `${url}/inbox/open?key=${said}.${proof}`;
}
