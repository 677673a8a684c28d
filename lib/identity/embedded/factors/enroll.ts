import { z } from "zod";
import { env } from "@/lib/env";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { type Caller, requireFresh, requireWholeUser } from "../caller";
import { IdentityError, json } from "../errors";
import { limitFactors } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { seal } from "../sealed";
import { insertFactor } from "./store";
import { keyPicture, keyUri, newSecret } from "./totp";
import { requireSite } from "./webauthn";

export const friendlyName = z
  .string()
  .trim()
  .max(FIELD_LIMITS.name, `must have at most ${FIELD_LIMITS.name} characters`)
  .refine((value) => !value.includes("\0"), "must not contain NUL")
  .transform((value) => value.normalize("NFC"));

const body = z.object({
  factor_type: z.enum(["totp", "phone", "webauthn"], "needs to be totp, phone, or webauthn"),
  friendly_name: friendlyName.nullish(),
  issuer: friendlyName.nullish(),
});

/** POST /factors: starts enrolling a factor, which counts once a first code was right. */
export async function enroll(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  const wanted = parse(body, incoming);
  if (wanted.factor_type === "phone") {
    throw new IdentityError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  if (wanted.factor_type === "webauthn") requireSite();
  await limitFactors(incoming, caller.user.id);
  requireFresh(caller);
  const name = wanted.friendly_name ?? "";
  return wanted.factor_type === "totp" ? enrollApp(caller, name, wanted.issuer) : enrollPasskey(caller, name);
}

async function enrollPasskey({ user }: Caller, name: string): Promise<Response> {
  const { id } = await insertFactor(user.id, { friendly_name: name, factor_type: "webauthn" });
  return json({ id, type: "webauthn", friendly_name: name });
}

async function enrollApp({ user }: Caller, name: string, issuer?: string | null): Promise<Response> {
  const secret = newSecret();
  const factor = await insertFactor(user.id, {
    friendly_name: name,
    factor_type: "totp",
    secret: (id) => seal("identity.mfa_factors.secret", id, secret),
  });
  const uri = keyUri(secret, issuer || new URL(env().APP_URL).host, user.email);
  const { id, friendly_name } = factor;
  return json({ id, type: "totp", friendly_name, totp: { qr_code: keyPicture(uri), secret, uri } });
}
