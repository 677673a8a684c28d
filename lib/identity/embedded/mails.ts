import { sendAccountMail } from "@/lib/email/account-mail";
import { ONE_TIME_TOKEN_SECONDS } from "./config";
import { rememberChallenge } from "./flows";
import type { Challenge } from "./incoming";
import { issueToken, type TokenType } from "./one-time-tokens";
import { homeOf, pathOf } from "./redirects";
import { changeUser, type UserRow } from "./users";

/** What a verification is called on the wire (the `type` of a link). */
export type LinkType = "signup" | "magiclink" | "recovery" | "email_change";

const kinds: Record<LinkType, { token: TokenType; subject: string; intro: string; button: string }> = {
  signup: {
    token: "confirmation",
    subject: "Confirm your e-mail address",
    intro:
      "Somebody, probably you, signed up for Kith with this address. Confirm it to finish signing up. If it was not you, do not.",
    button: "Confirm my address",
  },
  magiclink: {
    token: "magiclink",
    subject: "Your sign-in link",
    intro: "Follow the link to sign in to Kith.",
    button: "Sign in",
  },
  recovery: {
    token: "recovery",
    subject: "Reset your password",
    intro: "Follow the link to choose a new password for Kith.",
    button: "Choose a new password",
  },
  email_change: {
    token: "email_change",
    subject: "Confirm your new e-mail address",
    intro: "Confirm that Kith may use this address for your account from now on.",
    button: "Confirm my new address",
  },
};

export interface LinkRequest {
  type: LinkType;
  /** Where the link leads in the end; allowed already. */
  redirect: string;
  purpose: string;
  challenge?: Challenge;
  /** The password that was chosen together with this request. */
  passwordHash?: string | null;
}

/** Makes link and code for a user, without sending them. */
export async function makeLink(user: UserRow, request: LinkRequest) {
  const { type, purpose, challenge = {}, passwordHash } = request;
  const to = type === "email_change" ? (user.email_change ?? user.email) : user.email;
  const flowId = await rememberChallenge(user.id, challenge);
  const token = { userId: user.id, type: kinds[type].token, email: to, purpose, flowId, passwordHash };
  const issued = await issueToken(token);
  await changeUser(user.id, sentAt(type));
  return { ...issued, to };
}

/** The link and the code work once; the mail says so. */
const NOTE = `work once, for ${ONE_TIME_TOKEN_SECONDS / 60} minutes. If you did not ask for this, ignore this mail.`;

/**
 * Mails a link and six digits. The link leads to our own page, so that no scanner that follows links uses it up; it
 * opens in the browser that asked for it, and the digits are for every other device. Throws MailError.
 */
export async function mailLink(user: UserRow, request: LinkRequest): Promise<void> {
  const { id, link, code, to } = await makeLink(user, request);
  const { subject, intro, button } = kinds[request.type];
  const query = new URLSearchParams({ token_hash: link, type: request.type, next: pathOf(request.redirect) });
  const url = `${homeOf(request.redirect)}/auth/confirm?${query}`;
  const where = link.startsWith("pkce_") ? "Open the link in the browser in which you asked for it. " : "";
  const mail = { title: subject, intro, link: { url, button }, code, note: `${where}Link and code ${NOTE}` };
  await sendAccountMail({ id: user.id, email: to }, mail, `identity/${id}`);
}

/** Mails six digits with which a signed-in user reauthenticates. Throws MailError. */
export async function mailReauthentication(user: UserRow): Promise<void> {
  const token = {
    userId: user.id,
    type: "reauthentication",
    email: user.email,
    purpose: "reauthentication",
  } as const;
  const { id, code } = await issueToken(token);
  const mail = {
    title: "Your confirmation code",
    intro: "Enter the code to change the password or the address of your Kith account.",
    code,
    note: `The code works once, for ${ONE_TIME_TOKEN_SECONDS / 60} minutes. If you did not ask for this, somebody else is signed in to your account: choose a new password.`,
  };
  await sendAccountMail(user, mail, `identity/${id}`);
}

function sentAt(type: LinkType) {
  const now = new Date();
  if (type === "signup") return { confirmation_sent_at: now };
  if (type === "email_change") return { email_change_sent_at: now };
  return { recovery_sent_at: now };
}
