import { z } from "zod";
import { env } from "@/lib/env";
import { decryptSecret, encryptSecret } from "@/lib/settings/secrets";
import { sameSecret } from "../config";
import { cookieOf } from "../cookies";

/** From our sign-in page to the provider's and back. */
const LIFE_S = 600;

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The calling page's: only its browser gets a session for the code in the end. */
  challenge: z.string(),
  /** Where to continue; allowed already. */
  redirect: z.string(),
  language: z.string().optional(),
  /** Milliseconds. */
  begun: z.number(),
});

/** A sign-in that waits for the provider's answer. One at a time per browser: a second one replaces the first. */
export type Transaction = z.output<typeof schema>;

const PLACE = { owner: "browser", column: "identity.sso" };

/** The `Set-Cookie` that stores a sign-in in the browser that started it, encrypted: nobody may read the verifier. */
export function keep(transaction: Omit<Transaction, "begun">): string {
  const sealed = encryptSecret(PLACE, JSON.stringify({ ...transaction, begun: Date.now() }));
  return cookie(sealed, LIFE_S);
}

/** The `Set-Cookie` that removes it. */
export const forget = () => cookie("", 0);

/** The sign-in of this browser that the state belongs to; null when there is none, or it began too long ago. */
export function kept(request: Request, state: string | null): Transaction | null {
  const sent = cookieOf(request, name());
  const text = sent && decryptSecret(PLACE, sent);
  const transaction = text ? schema.safeParse(JSON.parse(text)).data : undefined;
  if (!transaction || !sameSecret(transaction.state, state ?? "")) return null;
  return Date.now() - transaction.begun < LIFE_S * 1000 ? transaction : null;
}

const isSecure = () => env().APP_URL.startsWith("https:");
const name = () => (isSecure() ? "__Host-kith-sso" : "kith-sso");

/** `Lax`: the provider's page redirects here, which `Strict` would count as cross-site. */
function cookie(value: string, maxAgeS: number): string {
  const flags = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
  return `${name()}=${value}; ${flags}`;
}
