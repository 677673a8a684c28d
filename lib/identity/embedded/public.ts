import { SSO_PROVIDER } from "@/lib/client/sso";
import { env } from "@/lib/env";
import { json } from "./errors";
import { keys } from "./signing-keys";

/** GET /.well-known/jwks.json: the public keys, for verification without asking us. */
export async function jwks(): Promise<Response> {
  const { jwks } = await keys();
  return json(jwks, { "Cache-Control": "public, max-age=600" });
}

/** GET /settings: which features are on. */
export async function settings(): Promise<Response> {
  return json({
    external: { email: true, phone: false, anonymous_users: false, [SSO_PROVIDER]: env().oidc !== null },
    disable_signup: env().signUp.kind === "closed",
    mailer_autoconfirm: env().AUTH_AUTOCONFIRM,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
  });
}

/** GET /health */
export async function health(): Promise<Response> {
  return json({ version: "kith", name: "GoTrue", description: "Kith's embedded identity provider" });
}
