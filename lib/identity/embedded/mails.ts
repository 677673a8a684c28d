import { sendAccountMail } from "@/lib/email/account-mail";
import { ONE_TIME_TOKEN_SECONDS } from "./config";
import { rememberChallenge } from "./flows";
import type { Challenge } from "./incoming";
import { issueToken, type TokenType } from "./one-time-tokens";
import { homeOf, pathOf } from "./redirects";
import { speechTo } from "./speech";
import { changeUser, type UserRow } from "./users";

/** The name of a verification in the protocol (the `type` of a link). */
export type LinkType = "signup" | "magiclink" | "recovery" | "email_change";

const tokens: Record<LinkType, TokenType> = {
  signup: "confirmation",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
};

export interface LinkRequest {
  type: LinkType;
  /** The link's final target; allowed already. */
  redirect: string;
  purpose: string;
  challenge?: Challenge;
  /** The password that was chosen together with this request. */
  passwordHash?: string | null;
}

/** Creates link and code for a user, without sending them. */
export async function makeLink(user: UserRow, request: LinkRequest) {
  const { type, purpose, challenge = {}, passwordHash } = request;
  const to = type === "email_change" ? (user.email_change ?? user.email) : user.email;
  const flowId = await rememberChallenge(user.id, challenge);
  const token = { userId: user.id, type: tokens[type], email: to, purpose, flowId, passwordHash };
  const issued = await issueToken(token);
  await changeUser(user.id, sentAt(type));
  return { ...issued, to };
}

/** How long link and code are valid, as the mails say. */
const minutes = ONE_TIME_TOKEN_SECONDS / 60;

/**
 * Mails a link and six digits. The link leads to our own page, so that no scanner that follows links uses it up; it
 * opens in the browser that requested it, and the digits are for every other device. Throws MailError.
 */
export async function mailLink(user: UserRow, request: LinkRequest): Promise<void> {
  const { id, link, code, to } = await makeLink(user, request);
  const { language, t } = speechTo(user);
  const { type, redirect } = request;
  const query = new URLSearchParams({ token_hash: link, type, next: pathOf(redirect) });
  const url = `${homeOf(redirect)}/auth/confirm?${query}`;
  const where = link.startsWith("pkce_") ? [t("link.where")] : [];
  const mail = {
    language,
    title: t(`link.${type}.title`),
    intro: t(`link.${type}.intro`),
    link: { url, button: t(`link.${type}.button`) },
    code,
    note: [...where, t("link.note", { minutes })].join(" "),
  };
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
  const { language, t } = speechTo(user);
  const mail = {
    ...{ language, code },
    title: t("proof.title"),
    intro: t("proof.intro"),
    note: t("proof.note", { minutes }),
  };
  await sendAccountMail(user, mail, `identity/${id}`);
}

function sentAt(type: LinkType) {
  const now = new Date();
  if (type === "signup") return { confirmation_sent_at: now };
  if (type === "email_change") return { email_change_sent_at: now };
  return { recovery_sent_at: now };
}
