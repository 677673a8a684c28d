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
export type StoredSession = z.output<typeof stored>;

/**
 * The session that a browser's cookies hold, unverified: good for choosing a page. Null when there is none. Read by
 * hand, because the SDK would trade the refresh token.
 */
export function storedSession(jar: { name: string; value: string }[]): StoredSession | null {
  const cookie = sessionCookie().name;
  const whole = jar.find(({ name }) => name === cookie)?.value;
  const parts = jar
    .filter(({ name }) => name.startsWith(`${cookie}.`))
    .sort((a, b) => Number(a.name.split(".").at(-1)) - Number(b.name.split(".").at(-1)));
  const text = whole ?? parts.map(({ value }) => value).join("");
  return text ? parse(text) : null;
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
