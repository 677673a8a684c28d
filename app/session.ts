import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { sessionCookie } from "@/lib/identity/session-cookie";

const stored = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  user: z.object({ email: z.string().optional() }).optional(),
});

export interface BrowserSession {
  token: { value: string; expiresAt: number };
  email: string;
}

/**
 * The session in the browser's cookie, unverified: good for choosing a page and for handing the token to the
 * browser that sent it. Every request to the API verifies the token. Read by hand, because the SDK would trade the
 * refresh token here, where the new one cannot be stored.
 */
export async function readSession(): Promise<BrowserSession | null> {
  const jar = (await cookies()).getAll();
  const cookie = sessionCookie().name;
  const whole = jar.find(({ name }) => name === cookie)?.value;
  const parts = jar
    .filter(({ name }) => name.startsWith(`${cookie}.`))
    .sort((a, b) => Number(a.name.split(".").at(-1)) - Number(b.name.split(".").at(-1)));
  const text = whole ?? parts.map(({ value }) => value).join("");
  if (!text) return null;
  const session = parse(text);
  if (!session) return null;
  return {
    token: { value: session.access_token, expiresAt: session.expires_at },
    email: session.user?.email ?? "",
  };
}

function parse(text: string): z.output<typeof stored> | null {
  try {
    const json = text.startsWith("base64-") ? Buffer.from(text.slice(7), "base64url").toString("utf8") : text;
    return stored.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
