import { sendAccountMail } from "@/lib/email/account-mail";
import type { AccountMailProps } from "@/lib/email/templates/account";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { speechTo } from "./speech";
import { findUser } from "./users";

/** Mails that say what happened to an account. They contain nothing that opens it. */
export type Notice =
  | "passwordChanged"
  | "addressAsked"
  | "addressChanged"
  | "addressTaken"
  | "accountExists"
  | "firstProof"
  | "factorAdded"
  | "factorRemoved"
  | "factorGuessed"
  | "recoveryCodesReplaced"
  | "recoveryCodeUsed"
  | "identityLinked"
  | "identityUnlinked";

/** The account and the address to notify; the mail is deleted with the account. */
interface Recipient {
  id: string;
  email: string;
}

/**
 * Tells an address what happened to an account. `what` is the address or the factor that it is about. Never throws:
 * what happened stays.
 */
export async function notify(to: Recipient, notice: Notice, what = ""): Promise<void> {
  try {
    await sendAccountMail(to, await noticeOf(to, notice, what), `identity/notice/${newId()}`);
  } catch (error) {
    log().warn({ err: error, notice }, "account notice not sent");
  }
}

async function noticeOf({ id }: Recipient, notice: Notice, what: string): Promise<AccountMailProps> {
  const { language, t } = speechTo(await findUser(id));
  const pages = { signIn: `${env().APP_URL}/sign-in`, recover: `${env().APP_URL}/recover` };
  const isKnown = notice === "accountExists" || notice === "addressTaken";
  const isNamed = what !== "" && (notice === "factorAdded" || notice === "factorRemoved");
  return {
    language,
    title: t(`notice.${notice}.title`),
    intro: t(isNamed ? `notice.${notice}.named` : `notice.${notice}.intro`, { ...pages, what }),
    note: t(isKnown ? "notice.ignore" : "notice.act", pages),
  };
}
