import type { SessionCookie } from "@/lib/client/config";
import { env } from "@/lib/env";
import { DAY_S } from "@/lib/time";
import { IDLE_SESSION_DAYS } from "./embedded/config";

/**
 * The cookie that holds the browser's session. Under https it is never sent in plain text (`Secure`), and no other
 * host of the domain can set one for us (`__Host-`). It expires with the session it holds: each refresh renews both.
 * Not `HttpOnly`, see docs/decisions/session-cookie.md.
 */
export function sessionCookie(): SessionCookie {
  const secure = env().APP_URL.startsWith("https:");
  const maxAge = IDLE_SESSION_DAYS * DAY_S;
  return { name: secure ? "__Host-kith-auth" : "kith-auth", secure, maxAge };
}
