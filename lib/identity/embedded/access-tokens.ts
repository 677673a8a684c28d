import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { sessions } from "@/db/identity-schema";
import { VerifiedTokens } from "../verified-tokens";
import { ACCESS_TOKEN_SECONDS, AUDIENCE, ISSUER } from "./config";
import { IdentityError } from "./errors";
import { keys } from "./signing-keys";
import type { UserRow } from "./users";

type SessionRow = typeof sessions.$inferSelect;

const claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** The session's refresh counter; tokens of older versions have none. */
  refresh_counter: z.int().min(0).default(0),
  aal: z.string().default("aal1"),
});

/** Signs an access token for one hour. `expiresAt` in seconds since 1970. */
export async function signAccessToken(user: UserRow, session: SessionRow) {
  const { kid, private: key } = await keys();
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const payload = {
    email: user.email,
    phone: "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: methodsOf(session),
    session_id: session.id,
    refresh_counter: session.refresh_token_counter,
    is_anonymous: false,
  };
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(ISSUER)
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt };
}

/** How the user authenticated, the latest first. */
function methodsOf({ method, created_at, mfa_method, mfa_at }: SessionRow) {
  const entry = (name: string, at: Date) => ({ method: name, timestamp: Math.floor(at.getTime() / 1000) });
  const second = mfa_method && mfa_at ? [entry(mfa_method, mfa_at)] : [];
  return [...second, entry(method, created_at)];
}

export interface TokenSubject {
  userId: string;
  sessionId: string;
  refreshCounter: number;
  /** The assurance level of the sign-in when the token was issued. */
  aal: string;
}

const holder = globalThis as typeof globalThis & { kithVerifiedTokens?: VerifiedTokens<TokenSubject> };

/**
 * Checks signature, algorithm, key, issuer, audience and times. Throws `bad_jwt`. Does not check whether the session
 * still exists. A signature is checked once, the times on every call.
 */
export async function verifyAccessToken(token: string): Promise<TokenSubject> {
  const { public: known } = await keys();
  holder.kithVerifiedTokens ??= new VerifiedTokens();
  const remembered = holder.kithVerifiedTokens.recall(token, known);
  if (remembered) return remembered;
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid = "" }) => {
        const key = known.get(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { algorithms: ["ES256"], issuer: ISSUER, audience: AUDIENCE, requiredClaims: ["exp", "iat", "sub"] },
    );
    const { sub, session_id, refresh_counter, aal } = claims.parse(payload);
    const subject = { userId: sub, sessionId: session_id, refreshCounter: refresh_counter, aal };
    holder.kithVerifiedTokens.remember(token, known, payload, subject);
    return subject;
  } catch (error) {
    const reason = error instanceof errors.JWTExpired ? "token is expired" : "token is malformed";
    throw new IdentityError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}
