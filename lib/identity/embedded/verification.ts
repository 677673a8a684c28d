import { z } from "zod";
import { emailExists, IdentityError, invalid, json, NO_STORE, otpExpired } from "./errors";
import { announceChange } from "./events";
import { issueAuthCode } from "./flows";
import { limitAddress, limitCode } from "./guess-limits";
import { email, type Incoming, parse } from "./incoming";
import { redeemCode, redeemLink, revokeTokens, type TokenRow, type TokenType } from "./one-time-tokens";
import { allowedRedirect } from "./redirects";
import { signIn } from "./sign-in";
import { changeUser, findUser, type UserRow } from "./users";

/** The `type` of a verification → the tokens it may use. `email` is what people enter a code for. */
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

/** POST /verify: a link's token or the six digits against a session. */
export async function verify(incoming: Incoming): Promise<Response> {
  const proof = parse(body, incoming);
  await limitAddress(incoming, "verify");
  const types = accepted[proof.type];
  if ("token_hash" in proof) {
    const row = await redeemLink(proof.token_hash, types);
    if (!row) throw otpExpired("Email link is invalid or has expired");
    return json(await signIn(await accept(row), methodOf(row)));
  }
  await limitCode(proof.email);
  const row = await redeemCode(proof.email, proof.token, types);
  if (!row) throw otpExpired("Token has expired or is invalid");
  return json(await signIn(await accept(row), methodOf(row)));
}

/** GET /verify: the link itself. Leads back with a code (PKCE), with the session in the fragment, or an error. */
export async function followLink(incoming: Incoming): Promise<Response> {
  const query = incoming.url.searchParams;
  const redirect = new URL(allowedRedirect(query.get("redirect_to")));
  const link = query.get("token") ?? query.get("token_hash") ?? "";
  try {
    await limitAddress(incoming, "verify");
    const kind = type.safeParse(query.get("type"));
    if (!kind.success) throw invalid("Invalid email verification type");
    const row = await redeemLink(link, accepted[kind.data]);
    if (!row) throw otpExpired("Email link is invalid or has expired");
    const user = await accept(row);
    if (row.flow_id) redirect.searchParams.set("code", await issueAuthCode(row.flow_id));
    else redirect.hash = await fragmentOf(user, row, kind.data);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    const said = new URLSearchParams({
      error: error.status >= 500 ? "server_error" : "access_denied",
      error_code: error.code,
      error_description: error.message,
    });
    if (link.startsWith("pkce_")) for (const [name, value] of said) redirect.searchParams.set(name, value);
    redirect.hash = said.toString();
  }
  return new Response(null, { status: 303, headers: { ...NO_STORE, Location: redirect.href } });
}

async function fragmentOf(user: UserRow, row: TokenRow, kind: string): Promise<string> {
  const session = await signIn(user, methodOf(row));
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: kind,
  }).toString();
}

/** What a used token proves: that its user reads the mail of that address. */
async function accept(row: TokenRow): Promise<UserRow> {
  const user = await findUser(row.user_id);
  if (!user) throw otpExpired("Email link is invalid or has expired");
  if (row.token_type === "email_change") return moveTo(user, row.relates_to);
  if (row.relates_to !== user.email) throw otpExpired("Email link is invalid or has expired");
  return user.email_confirmed_at ? user : confirm(user, row.purpose);
}

/**
 * Confirms the address. A password that was chosen before that, by whoever it was, survives only when this mail
 * answered that very sign-up: otherwise a stranger's password would open the owner's account.
 */
async function confirm(user: UserRow, purpose: string): Promise<UserRow> {
  const password = purpose === "signup" ? {} : { encrypted_password: null };
  const confirmed = await changeUser(user.id, { email_confirmed_at: new Date(), ...password });
  if (!confirmed) throw otpExpired("Email link is invalid or has expired");
  await announceChange(user, confirmed);
  return (await findUser(user.id)) ?? confirmed;
}

async function moveTo(user: UserRow, address: string): Promise<UserRow> {
  const changes = {
    email: address,
    email_change: null,
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
  };
  const moved = await changeUser(user.id, changes);
  if (!moved) throw emailExists();
  await revokeTokens(user.id);
  await announceChange(user, moved);
  return moved;
}

/** The `amr` entry of the session. */
function methodOf(row: TokenRow): string {
  if (row.token_type === "recovery") return "recovery";
  return row.token_type === "magiclink" ? "magiclink" : "otp";
}
