import { z } from "zod";
import { env } from "@/lib/env";
import { requireFresh, requireWholeUser } from "../caller";
import { IdentityError, json } from "../errors";
import { limitFactors } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { seal } from "../sealed";
import { insertFactor } from "./store";
import { keyPicture, keyUri, newSecret } from "./totp";

export const friendlyName = z
  .string()
  .trim()
  .max(60, "must have at most 60 characters")
  .refine((value) => !value.includes("\0"), "must not contain NUL")
  .transform((value) => value.normalize("NFC"));

const body = z.object({
  factor_type: z.enum(["totp", "phone", "webauthn"], "needs to be totp, phone, or webauthn"),
  friendly_name: friendlyName.nullish(),
  issuer: friendlyName.nullish(),
});

/** POST /factors: begins a factor, which counts from its first right code on. */
export async function enroll(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  const wanted = parse(body, incoming);
  if (wanted.factor_type !== "totp") throw notEnabled(wanted.factor_type);
  await limitFactors(incoming, caller.user.id);
  requireFresh(caller);
  const secret = newSecret();
  const factor = await insertFactor(caller.user.id, {
    friendly_name: wanted.friendly_name ?? "",
    factor_type: "totp",
    secret: (id) => seal("identity.mfa_factors.secret", id, secret),
  });
  const uri = keyUri(secret, wanted.issuer || new URL(env().APP_URL).host, caller.user.email);
  const { id, friendly_name } = factor;
  return json({ id, type: "totp", friendly_name, totp: { qr_code: keyPicture(uri), secret, uri } });
}

function notEnabled(kind: "phone" | "webauthn"): IdentityError {
  const name = kind === "phone" ? "Phone" : "WebAuthn";
  return new IdentityError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`);
}
