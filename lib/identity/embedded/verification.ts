import { z } from "zod";
import { IdentityError, invalid, json, NO_STORE, otpExpired } from "./errors";
import { issueAuthCode } from "./flows";
import { limitAddress, limitCode } from "./guess-limits";
import { email, type Incoming, parse } from "./incoming";
import { recognise } from "./known-devices";
import { followFlowLink, redeemCode, redeemLink, type TokenRow, type TokenType } from "./one-time-tokens";
import { accept } from "./proofs";
import { allowedRedirect } from "./redirects";
import { signIn } from "./sign-in";

/** The `type` of a verification → the tokens it may use. `email` is the one for typed codes. */
const accepted = {
  signup: ["confirmation"],
  invite: ["confirmation"],
  magiclink: ["magiclink"],
  email: ["confirmation", "magiclink"],
  recovery: ["recovery"],
  email_change: ["email_change"],
} satisfies Record<string, TokenType[]>;

const type = z.enum(
  ["signup", "invite", "magiclink", "email", "recovery", "email_change"],
  "Invalid email verification type",
);
const body = z.union(
  [
    z.object({ type, token_hash: z.string().min(1).max(200) }),
    z.object({ type, email, token: z.string().min(1).max(200) }),
  ],
  "Verify requires either a token or a token hash",
);

const expiredLink = () => otpExpired("Email link is invalid or has expired");

/**
 * POST /verify: exchanges a link's token or the six digits for a session. A link of a PKCE request is refused and
 * stays valid: it must be followed by GET, and its code exchanged with the verifier. Otherwise a stranger's mailed
 * link would sign the reader in to the stranger's account.
 */
export async function verify(incoming: Incoming): Promise<Response> {
  const proof = parse(body, incoming);
  await limitAddress(incoming, "verify");
  const types = accepted[proof.type];
  if ("token_hash" in proof) {
    if (isFlowLink(proof.token_hash)) throw flowLinkOnly();
    const row = await redeemLink(proof.token_hash, types);
    if (!row) throw expiredLink();
    return json(await signIn(incoming, await accept(incoming, row, "link"), methodOf(row)));
  }
  await recognise(incoming, proof.email);
  await limitCode(incoming, proof.email);
  const row = await redeemCode(proof.email, proof.token, types, incoming.client);
  if (!row) throw otpExpired("Token has expired or is invalid");
  return json(await signIn(incoming, await accept(incoming, row, "code"), methodOf(row)));
}

const isFlowLink = (link: string) => link.startsWith("pkce_");

function flowLinkOnly() {
  const message = "This link works only in the browser that asked for it, through GET /verify";
  return new IdentityError(400, "bad_code_verifier", message);
}

/** GET /verify: the link itself. Redirects with a code (PKCE), with the session in the fragment, or with an error. */
export async function followLink(incoming: Incoming): Promise<Response> {
  const query = incoming.url.searchParams;
  const redirect = new URL(allowedRedirect(query.get("redirect_to")));
  const link = query.get("token") ?? query.get("token_hash") ?? "";
  try {
    await limitAddress(incoming, "verify");
    const kind = type.safeParse(query.get("type"));
    if (!kind.success) throw invalid("Invalid email verification type");
    if (isFlowLink(link)) {
      const followed = await followFlowLink(link, accepted[kind.data]);
      if (!followed) throw expiredLink();
      incoming.about = followed.userId;
      redirect.searchParams.set("code", await issueAuthCode(followed.flow));
    } else redirect.hash = await fragmentOf(incoming, link, kind.data);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    const said = new URLSearchParams({
      error: error.status >= 500 ? "server_error" : "access_denied",
      error_code: error.code,
      error_description: error.message,
    });
    if (isFlowLink(link)) for (const [name, value] of said) redirect.searchParams.set(name, value);
    redirect.hash = said.toString();
  }
  return new Response(null, { status: 303, headers: { ...NO_STORE, Location: redirect.href } });
}

async function fragmentOf(incoming: Incoming, link: string, kind: keyof typeof accepted): Promise<string> {
  const row = await redeemLink(link, accepted[kind]);
  if (!row) throw expiredLink();
  incoming.about = row.user_id;
  const session = await signIn(incoming, await accept(incoming, row, "link"), methodOf(row));
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: kind,
  }).toString();
}

/** The `amr` entry of the session. */
export function methodOf(row: TokenRow): string {
  if (row.token_type === "recovery" || row.token_type === "oauth") return row.token_type;
  return row.token_type === "magiclink" ? "magiclink" : "otp";
}
