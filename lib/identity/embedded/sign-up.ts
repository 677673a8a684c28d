import { z } from "zod";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { IdentityError, json } from "./errors";
import { announceUser } from "./events";
import { limitMail, limitSignUp } from "./guess-limits";
import { requireRoom } from "./hashing";
import { challenge, email, type Incoming, metadata, parse } from "./incoming";
import { mailLink } from "./mails";
import { notify } from "./notices";
import { checkStrength } from "./password-strength";
import { hashPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { signIn } from "./sign-in";
import { requireOpenSignUp } from "./sign-up-policy";
import { checkMetadata, findUserByEmail, insertUser, toUser, type UserRow } from "./users";

const body = z.object({
  email,
  password: z.string("Signup requires a valid password").min(1, "Signup requires a valid password"),
  data: metadata.nullish(),
  ...challenge,
});
type Body = z.output<typeof body>;

/** POST /signup. The password is hashed before the address is looked up. */
export async function signUp(incoming: Incoming): Promise<Response> {
  requireRoom(incoming.client);
  const wanted = parse(body, incoming);
  requireOpenSignUp(wanted.email);
  checkStrength(wanted.password, wanted.email);
  checkMetadata(wanted.data ?? {});
  await limitSignUp(incoming, wanted.email);
  const passwordHash = await hashPassword(wanted.password, incoming.client);
  return env().AUTH_AUTOCONFIRM
    ? signUpAtOnce(incoming, wanted, passwordHash)
    : signUpByMail(incoming, wanted, passwordHash);
}

/** Without a round trip by mail the answer has to reveal a taken address, as GoTrue's does. */
async function signUpAtOnce(incoming: Incoming, wanted: Body, passwordHash: string): Promise<Response> {
  const { email, data } = wanted;
  const user = await insertUser({ email, passwordHash, confirmed: true, data: data ?? {} });
  if (!user) throw new IdentityError(422, "user_already_exists", "User already registered");
  return json(await signIn(incoming, user, "password"));
}

/**
 * Gives the same answer for a known and an unknown address, as for a user who was created this moment: only the
 * mailbox learns the difference. The password is stored with this very mail, so that no sign-up replaces another
 * one's.
 */
async function signUpByMail(incoming: Incoming, wanted: Body, passwordHash: string): Promise<Response> {
  const data = wanted.data ?? {};
  await limitMail(incoming, wanted.email);
  const created = await insertUser({ email: wanted.email, passwordHash: null, confirmed: false, data });
  const redirect = allowedRedirect(incoming.url.searchParams.get("redirect_to"));
  await incoming.later(async () => {
    if (created) await announceUser(created);
    const user = created ?? (await findUserByEmail(wanted.email));
    if (user?.email_confirmed_at) return notify(user, "accountExists");
    const request = { type: "signup", purpose: "signup", redirect, challenge: wanted, passwordHash } as const;
    if (user) await mailLink(user, request);
  });
  return json(toUser(created ?? asIfNew(wanted.email, data)));
}

/** What `insertUser` would have returned. */
function asIfNew(email: string, data: Record<string, unknown>): UserRow {
  const now = new Date();
  return {
    id: newId(),
    email,
    role: "authenticated",
    encrypted_password: null,
    email_confirmed_at: null,
    mailbox_proved_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: data,
    created_at: now,
    updated_at: now,
  };
}
