import "server-only";
import { cookies } from "next/headers";
import { ACCESS_COOKIE, type Access, readAccess } from "@/lib/client/access-cookie";
import { claimOf } from "@/lib/client/token-claims";
import { storedSession } from "@/lib/identity/stored-session";

export interface BrowserSession {
  token: { value: string; expiresAt: number };
  email: string;
  /** What the browser remembers about the workspace it showed last; it grants nothing. */
  access: Access | null;
}

function userOf(token: string): string | undefined {
  const user = claimOf(token, "sub");
  return typeof user === "string" ? user : undefined;
}

/**
 * The session in the browser's cookie, unverified: good enough for choosing a page and for handing the token to the
 * browser that sent it. Every request to the API verifies the token. Parsed by hand, because the SDK would exchange
 * the refresh token here, where the new one cannot be stored.
 */
export async function readSession(): Promise<BrowserSession | null> {
  const jar = await cookies();
  const session = storedSession(jar.getAll());
  if (!session) return null;
  return {
    token: { value: session.access_token, expiresAt: session.expires_at },
    email: session.user?.email ?? "",
    access: readAccess(jar.get(ACCESS_COOKIE)?.value, userOf(session.access_token)),
  };
}
