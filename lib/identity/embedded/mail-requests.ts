import { z } from "zod";
import { json } from "./errors";
import { announceUser } from "./events";
import { limitAddress, limitMail, mayJoinSilently } from "./guess-limits";
import { challenge, email, type Incoming, metadata, parse } from "./incoming";
import { recognise } from "./known-devices";
import { type LinkRequest, mailLink } from "./mails";
import { waitingPasswords } from "./one-time-tokens";
import { allowedRedirect } from "./redirects";
import { maySignUp } from "./sign-up-policy";
import { checkMetadata, findUserByEmail, insertUser, type UserRow } from "./users";

/**
 * Requests for a mail. They all answer `{}` whether or not the account exists, and look it up only after answering;
 * the limits count unknown addresses, too.
 */
const otpBody = z.object({
  email,
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  ...challenge,
});

/**
 * POST /otp: a link and six digits for signing in. An address that is not confirmed gets the confirmation mail
 * instead. GoTrue answers `create_user: false` for an unknown address with an error; here it stays silent.
 */
export async function otp(incoming: Incoming): Promise<Response> {
  const wanted = parse(otpBody, incoming);
  checkMetadata(wanted.data ?? {});
  return mail(incoming, wanted.email, async (redirect) => {
    const user =
      (await findUserByEmail(wanted.email)) ?? (wanted.create_user === false ? undefined : await join());
    const type = user?.email_confirmed_at ? "magiclink" : "signup";
    return user && { user, request: { type, purpose: "otp", redirect, challenge: wanted } };
  });

  async function join(): Promise<UserRow | undefined> {
    if (!maySignUp(wanted.email) || !(await mayJoinSilently(incoming))) return undefined;
    const data = wanted.data ?? {};
    const user = await insertUser({ email: wanted.email, passwordHash: null, confirmed: false, data });
    if (user) await announceUser(user);
    return user;
  }
}

const recoverBody = z.object({ email, ...challenge });

/** POST /recover: a link and six digits for choosing a new password. */
export async function recover(incoming: Incoming): Promise<Response> {
  const wanted = parse(recoverBody, incoming);
  return mail(incoming, wanted.email, async (redirect) => {
    const user = await findUserByEmail(wanted.email);
    return user && { user, request: { type: "recovery", purpose: "recovery", redirect, challenge: wanted } };
  });
}

const resendBody = z.object({
  email,
  type: z.enum(["signup", "email_change"], "Missing one of these types: signup, email_change"),
  ...challenge,
});

/**
 * POST /resend: sends the mail of a sign-up or of a change of address again. Link and digits of the earlier mail stay
 * valid: anybody may request another mail, also with a secret of their own, and must not invalidate what the owner is
 * about to use.
 */
export async function resend(incoming: Incoming): Promise<Response> {
  const wanted = parse(resendBody, incoming);
  const { type } = wanted;
  return mail(incoming, wanted.email, async (redirect) => {
    const user = await findUserByEmail(wanted.email);
    const open = type === "signup" ? user && !user.email_confirmed_at : user?.email_change;
    if (!user || !open) return undefined;
    // With several sign-ups it is unknown which one is meant, so none of their passwords is taken over.
    const [password, ...others] = type === "signup" ? await waitingPasswords(user.id) : [];
    const passwordHash = others.length === 0 ? password : undefined;
    const purpose = passwordHash ? "resend" : type;
    return {
      user,
      request: { type, purpose, redirect, challenge: wanted, passwordHash: passwordHash ?? null },
    };
  });
}

type Plan = (redirect: string) => Promise<{ user: UserRow; request: LinkRequest } | undefined>;

async function mail(incoming: Incoming, address: string, plan: Plan): Promise<Response> {
  await limitAddress(incoming, "mail");
  await recognise(incoming, address);
  await limitMail(incoming, address);
  const redirect = allowedRedirect(incoming.url.searchParams.get("redirect_to"));
  await incoming.later(async () => {
    const planned = await plan(redirect);
    if (planned) await mailLink(planned.user, planned.request);
  });
  return json({});
}
