import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/env";
import { IdentityError, json } from "./errors";
import { announceUser } from "./events";
import { limitAddress, limitMail } from "./guess-limits";
import { challenge, email, type Incoming, metadata, parse } from "./incoming";
import { mailLink } from "./mails";
import { checkStrength, hashPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { signIn } from "./sign-in";
import { changeUser, checkMetadata, findUserByEmail, insertUser, toUser, type UserRow } from "./users";

const body = z.object({
  email,
  password: z.string("Signup requires a valid password").min(1, "Signup requires a valid password"),
  data: metadata.nullish(),
  ...challenge,
});
type Body = z.output<typeof body>;

/** POST /signup. The password is hashed before anybody looks whether the address is known. */
export async function signUp(incoming: Incoming): Promise<Response> {
  const wanted = parse(body, incoming);
  checkStrength(wanted.password);
  checkMetadata(wanted.data ?? {});
  await limitAddress(incoming, "signUp");
  const passwordHash = await hashPassword(wanted.password);
  return env().AUTH_AUTOCONFIRM
    ? signUpAtOnce(wanted, passwordHash)
    : signUpByMail(incoming, wanted, passwordHash);
}

/** Without a round trip by mail the answer has to tell a taken address apart, as GoTrue's does. */
async function signUpAtOnce({ email, data }: Body, passwordHash: string): Promise<Response> {
  const user = await insertUser({ email, passwordHash, confirmed: true, data: data ?? {} });
  if (!user) throw new IdentityError(422, "user_already_exists", "User already registered");
  return json(await signIn(user, "password"));
}

/** Answers the same for a known and an unknown address: only the mailbox learns the difference. */
async function signUpByMail(incoming: Incoming, wanted: Body, passwordHash: string): Promise<Response> {
  const data = wanted.data ?? {};
  await limitMail(wanted.email);
  const created = await insertUser({ email: wanted.email, passwordHash, confirmed: false, data });
  const user = created ?? (await takeOver(wanted.email, passwordHash));
  if (!user) return json({ ...toUser(decoy(wanted.email, data)), identities: [] });
  const redirect = allowedRedirect(incoming.url.searchParams.get("redirect_to"));
  await incoming.later(async () => {
    if (created) await announceUser(created);
    await mailLink(user, { type: "signup", purpose: "signup", redirect, challenge: wanted });
  });
  return json(toUser(user));
}

/**
 * A repeated sign-up of an unconfirmed address: the newest password counts. GoTrue keeps the first, with which a
 * stranger could have waited for the address's owner to sign up and confirm.
 */
async function takeOver(email: string, passwordHash: string): Promise<UserRow | undefined> {
  const user = await findUserByEmail(email);
  if (!user || user.email_confirmed_at) return undefined;
  return changeUser(user.id, { encrypted_password: passwordHash });
}

function decoy(email: string, data: Record<string, unknown>): UserRow {
  const now = new Date();
  const none = {
    encrypted_password: null,
    email_confirmed_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
  };
  const dates = { created_at: now, updated_at: now, confirmation_sent_at: now };
  const app = { provider: "email", providers: ["email"] };
  const role = "authenticated";
  return {
    id: randomUUID(),
    email,
    role,
    ...none,
    ...dates,
    raw_app_meta_data: app,
    raw_user_meta_data: data,
  };
}
