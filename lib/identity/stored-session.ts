import { decodeJwt } from "jose";
import { z } from "zod";
import { sessionCookie } from "./session-cookie";

const stored = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  user: z
    .object({
      email: z.string().optional(),
      factors: z.array(z.object({ status: z.string() })).optional(),
    })
    .optional(),
});
type StoredSession = z.output<typeof stored>;

/**
 * The session in a browser's cookies, unverified: good enough for choosing a page. Null when there is none. Parsed by
 * hand, because the SDK would exchange the refresh token.
 */
export function storedSession(jar: Cookie[]): StoredSession | null {
  const text = textOf(jar);
  return text ? parse(text) : null;
}

interface Cookie {
  name: string;
  value: string;
}

/** The session's cookie, or one of those that a long one is split into. */
export function isSessionCookie(name: string): boolean {
  const cookie = sessionCookie().name;
  return name === cookie || /^\.\d+$/.test(name.startsWith(cookie) ? name.slice(cookie.length) : "");
}

/** Whether the provider's client can read the session in the cookies; null when there is none. */
export function holdsSession(jar: Cookie[]): boolean | null {
  if (!jar.some(({ name }) => isSessionCookie(name))) return null;
  const session = parse(textOf(jar));
  return session !== null && canBeDecoded(session.access_token);
}

function canBeDecoded(token: string): boolean {
  try {
    decodeJwt(token);
    return true;
  } catch {
    return false;
  }
}

function textOf(jar: Cookie[]): string {
  const cookie = sessionCookie().name;
  const whole = jar.find(({ name }) => name === cookie)?.value;
  const parts = jar
    .filter(({ name }) => name !== cookie && isSessionCookie(name))
    .sort((a, b) => Number(a.name.split(".").at(-1)) - Number(b.name.split(".").at(-1)));
  return whole ?? parts.map(({ value }) => value).join("");
}

/** Whether its user has a second factor that the session has not shown. */
export function isHalfOpen({ access_token, user }: StoredSession): boolean {
  const secured = user?.factors?.some(({ status }) => status === "verified") ?? false;
  return secured && decodeJwt(access_token).aal !== "aal2";
}

function parse(text: string): StoredSession | null {
  try {
    const json = text.startsWith("base64-") ? Buffer.from(text.slice(7), "base64url").toString("utf8") : text;
    return stored.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
