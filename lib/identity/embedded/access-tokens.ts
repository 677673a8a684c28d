import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { ACCESS_TOKEN_SECONDS, AUDIENCE, ISSUER } from "./config";
import { IdentityError } from "./errors";
import { keys } from "./signing-keys";
import type { UserRow } from "./users";

const claims = z.object({ sub: z.uuid(), session_id: z.uuid() });

/** Signs an access token for one hour. `expiresAt` in seconds since 1970. */
export async function signAccessToken(user: UserRow, sessionId: string, method: string) {
  const { kid, private: key } = await keys();
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const payload = {
    email: user.email,
    phone: "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: "aal1",
    amr: [{ method, timestamp: issuedAt }],
    session_id: sessionId,
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

/** Checks signature, algorithm, key, issuer, audience and times. Throws `bad_jwt`. */
export async function verifyAccessToken(token: string): Promise<{ userId: string; sessionId: string }> {
  const { public: known } = await keys();
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
    const { sub, session_id } = claims.parse(payload);
    return { userId: sub, sessionId: session_id };
  } catch (error) {
    const reason = error instanceof errors.JWTExpired ? "token is expired" : "token is malformed";
    throw new IdentityError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}
