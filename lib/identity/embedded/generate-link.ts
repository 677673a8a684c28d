import { z } from "zod";
import { env } from "@/lib/env";
import { emailExists, invalid, json, userNotFound } from "./errors";
import { announceUser } from "./events";
import { email, type Incoming, metadata, parse } from "./incoming";
import { type LinkType, makeLink } from "./mails";
import { checkStrength } from "./password-strength";
import { hashPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { changeUser, findUserByEmail, insertUser, toUser, type UserRow } from "./users";

const body = z.object({
  type: z.enum(
    ["signup", "magiclink", "recovery", "email_change_new"],
    "Invalid email action link type requested",
  ),
  email,
  new_email: email.nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  redirect_to: z.string().nullish(),
});
type Body = z.output<typeof body>;

/** POST /admin/generate_link: the link and the code of a mail, for a caller that sends it itself. */
export async function generateLink(incoming: Incoming): Promise<Response> {
  const wanted = parse(body, incoming);
  const passwordHash = await passwordOf(wanted);
  const { user, type } = await subjectOf(wanted);
  const redirect = allowedRedirect(wanted.redirect_to ?? incoming.url.searchParams.get("redirect_to"));
  const { link, code } = await makeLink(user, { type, redirect, purpose: "admin", passwordHash });
  const query = new URLSearchParams({ token: link, type, redirect_to: redirect });
  return json({
    ...toUser(user),
    action_link: `${env().APP_URL}/auth/v1/verify?${query}`,
    email_otp: code,
    hashed_token: link,
    verification_type: type,
    redirect_to: redirect,
  });
}

/** Whose link, and of which kind: a magic link for an unknown address is a sign-up. */
async function subjectOf(wanted: Body): Promise<{ user: UserRow; type: LinkType }> {
  const user = await findUserByEmail(wanted.email);
  switch (wanted.type) {
    case "recovery":
      if (!user) throw userNotFound();
      return { user, type: "recovery" };
    case "email_change_new":
      return { user: await withNewAddress(user, wanted), type: "email_change" };
    case "signup":
      if (user?.email_confirmed_at) throw emailExists();
      return { user: user ?? (await join(wanted)), type: "signup" };
    case "magiclink":
      if (user) return { user, type: user.email_confirmed_at ? "magiclink" : "signup" };
      return { user: await join(wanted), type: "signup" };
  }
}

async function withNewAddress(user: UserRow | undefined, { new_email }: Body): Promise<UserRow> {
  if (!user) throw userNotFound();
  if (!new_email) throw invalid("Unable to validate email address: invalid format");
  if (await findUserByEmail(new_email)) throw emailExists();
  const changed = await changeUser(user.id, { email_change: new_email });
  if (!changed) throw userNotFound();
  return changed;
}

/** Stored with the link, as at a sign-up. */
async function passwordOf({ type, email, password }: Body): Promise<string | null> {
  if (type !== "signup" || !password) return null;
  checkStrength(password, email);
  return hashPassword(password);
}

async function join({ email, data }: Body): Promise<UserRow> {
  const user = await insertUser({ email, passwordHash: null, confirmed: false, data: data ?? {} });
  if (!user) throw emailExists();
  await announceUser(user);
  return user;
}
