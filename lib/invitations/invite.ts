import { createHash } from "node:crypto";
import { limiter } from "@/lib/adapters/limiter";
import { sendAccountMail } from "@/lib/email/account-mail";
import { MailError } from "@/lib/email/client";
import { speechIn } from "@/lib/email/speech";
import { env } from "@/lib/env";
import { ApiError, unavailable } from "@/lib/errors";
import { oneLine } from "@/lib/header-line";
import { INVITATION_RATES } from "@/lib/limits";
import { log } from "@/lib/log";
import { withoutLinks } from "@/lib/workspaces/names";
import { INVITATION_DAYS, type Issued, issueInvitation, withdrawInvitation } from "./queries";
import type { Invitation, NewInvitation } from "./schemas";

/**
 * Invites an address by mail. Throws 409 like `issueInvitation`, 429 after too many mails, and 503 when the mail could
 * not be handed over; then everything is as before.
 */
export async function invite(
  workspaceId: string,
  inviter: { id: string; email: string | null },
  values: NewInvitation,
): Promise<Invitation> {
  await requireAllowance(workspaceId, inviter.id, values.email);
  const issued = await issueInvitation(workspaceId, inviter.id, values);
  try {
    await mail(workspaceId, inviter.email, issued);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log().warn({ code: error.code, status: error.status }, "invitation not mailed");
    await withdrawInvitation(workspaceId, issued);
    throw unavailable("The invitation could not be mailed. Try again shortly.", error.retryAfterS ?? 30);
  }
  return issued.invitation;
}

/** Mails to strangers that anybody with an account can cause, under our name: few are allowed. */
async function requireAllowance(workspaceId: string, userId: string, email: string): Promise<void> {
  const address = createHash("sha256").update(email).digest("hex");
  const counted = [
    { of: "workspace", key: workspaceId, rule: INVITATION_RATES.workspace },
    { of: "user", key: userId, rule: INVITATION_RATES.user },
    { of: "address", key: address, rule: INVITATION_RATES.address },
  ];
  for (const { of, key, rule } of counted) {
    const { allowed, retryAfterS } = await limiter().hit(`invite:${of}:${key}`, rule);
    if (!allowed) {
      throw new ApiError(
        "RATE_LIMITED",
        "Too many invitations. Try again later.",
        { reason: `invitations_of_${of}`, limit: rule.max },
        { "Retry-After": String(retryAfterS) },
      );
    }
  }
}

/** In the inviter's language: nothing is known of the reader but an address. */
async function mail(
  workspaceId: string,
  inviter: string | null,
  { invitation, ...issued }: Issued,
): Promise<void> {
  const { id, email, role } = invitation;
  const { language, t } = speechIn(issued.language);
  const name = withoutLinks(oneLine(issued.workspaceName, 100)) || "Kith";
  const by = inviter === null ? t("invitation.member") : oneLine(inviter, 254);
  await sendAccountMail(
    { id, email, workspaceId },
    {
      language,
      title: t("invitation.title", { name }),
      intro: t("invitation.intro", { inviter: by, name, role: t(`invitation.role.${role}`) }),
      // After the #: browsers do not send it, so it is in no log.
      link: { url: `${env().APP_URL}/invitation#${issued.token}`, button: t("invitation.action") },
      note: t("invitation.note", { days: INVITATION_DAYS, email }),
    },
    `invitation/${id}/${createHash("sha256").update(issued.token).digest("hex").slice(0, 16)}`,
  );
}
