import { sendSystemMail } from "@/lib/email/client";
import { env } from "@/lib/env";
import { ONE_TIME_TOKEN_SECONDS } from "./config";
import { rememberChallenge } from "./flows";
import type { Challenge } from "./incoming";
import { issueToken, type TokenType } from "./one-time-tokens";
import { pathOf } from "./redirects";
import { changeUser, type UserRow } from "./users";

/** What a verification is called on the wire (the `type` of a link). */
export type LinkType = "signup" | "magiclink" | "recovery" | "email_change";

const kinds: Record<LinkType, { token: TokenType; subject: string; intro: string; button: string }> = {
  signup: {
    token: "confirmation",
    subject: "Confirm your e-mail address",
    intro: "Welcome to Kith. Confirm your e-mail address to finish signing up.",
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
}

/** Makes link and code for a user, without sending them. */
export async function makeLink(user: UserRow, { type, purpose, challenge = {} }: LinkRequest) {
  const to = type === "email_change" ? (user.email_change ?? user.email) : user.email;
  const flowId = await rememberChallenge(user.id, challenge, type);
  const token = { userId: user.id, type: kinds[type].token, email: to, purpose, flowId };
  const issued = await issueToken(token);
  await changeUser(user.id, sentAt(type));
  return { ...issued, to };
}

/**
 * Mails a link and six digits. The link leads to our own confirmation page with a token that works in any browser,
 * where a PKCE code would only work in the one that asked. Throws MailError.
 */
export async function mailLink(user: UserRow, request: LinkRequest): Promise<void> {
  const { id, link, code, to } = await makeLink(user, request);
  const { subject, intro, button } = kinds[request.type];
  const query = new URLSearchParams({ token_hash: link, type: request.type, next: pathOf(request.redirect) });
  const url = `${env().APP_URL}/auth/confirm?${query}`;
  const expiry = `The link and the code work once, for ${ONE_TIME_TOKEN_SECONDS / 60} minutes. If you did not ask for this, ignore this mail.`;
  await sendSystemMail({
    to,
    subject,
    text: `${intro}\n\n${url}\n\nOr enter this code: ${code}\n\n${expiry}\n`,
    html: page(subject, intro, url, button, code, expiry),
    idempotencyKey: `identity/${id}`,
  });
}

function sentAt(type: LinkType) {
  const now = new Date();
  if (type === "signup") return { confirmation_sent_at: now };
  if (type === "email_change") return { email_change_sent_at: now };
  return { recovery_sent_at: now };
}

/** Everything but the address is our own text; the address is escaped. Tables and inline styles: mail clients. */
function page(
  title: string,
  intro: string,
  url: string,
  button: string,
  code: string,
  expiry: string,
): string {
  const href = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f5f2;font-family:system-ui,sans-serif;color:#1c1b19">
<table role="presentation" align="center" style="max-width:480px;width:100%;background:#fff;border-radius:12px"><tr><td style="padding:32px">
<h1 style="margin:0 0 16px;font-size:20px">${title}</h1>
<p style="margin:0 0 24px;line-height:1.5">${intro}</p>
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b19;color:#fff;text-decoration:none">${button}</a></p>
<p style="margin:0 0 8px;line-height:1.5">Or enter this code:</p>
<p style="margin:0 0 24px;font-size:28px;letter-spacing:6px;font-family:ui-monospace,monospace">${code}</p>
<p style="margin:0;font-size:13px;line-height:1.5;color:#6b6862">${expiry}</p>
</td></tr></table></body></html>`;
}
