import { sendAccountMail } from "@/lib/email/account-mail";
import type { AccountMailProps } from "@/lib/email/templates/account";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/** Mails that say what happened to an account. They carry nothing that opens it. */
const notices = {
  passwordChanged: () => ({
    title: "Your password was changed",
    intro: "The password of your Kith account was changed. All other sessions were ended.",
  }),
  addressAsked: (address: string) => ({
    title: "A new e-mail address was asked for",
    intro: `Somebody who is signed in to your Kith account wants to use ${address} for it from now on. The change takes effect when the mail that went there is answered.`,
  }),
  addressChanged: (address: string) => ({
    title: "Your e-mail address was changed",
    intro: `Your Kith account now uses ${address} instead of this address.`,
  }),
  addressTaken: () => ({
    title: "Your address was asked for",
    intro:
      "Somebody wanted to use this address for another Kith account. It has an account already, and nothing was changed.",
  }),
  accountExists: () => ({
    title: "You already have an account",
    intro: `Somebody, probably you, tried to create a Kith account with this address. You have one already: sign in at ${env().APP_URL}/sign-in, or choose a new password at ${env().APP_URL}/recover.`,
  }),
  firstProof: () => ({
    title: "Your address is confirmed",
    intro:
      "You proved for the first time that this address is yours. A password, sessions and API keys of your Kith account from before that were ended, because anybody could have set them up. Choose a new password in the settings.",
  }),
  factorAdded: (name: string) => ({
    title: "A second factor was added",
    intro: `Your Kith account has a new second factor${name && `: ${name}`}. From now on a password or a mail alone does not open it.`,
  }),
  factorRemoved: (name: string) => ({
    title: "A second factor was removed",
    intro: `A second factor was removed from your Kith account${name && `: ${name}`}.`,
  }),
  factorGuessed: () => ({
    title: "Somebody tries codes for your account",
    intro:
      "Several wrong codes of your second factor were entered. Whoever did that knows your password or reads your mail. They did not get in.",
  }),
  recoveryCodesReplaced: () => ({
    title: "Your recovery codes were replaced",
    intro: "Your Kith account has new recovery codes. The old ones do not work any more.",
  }),
  recoveryCodeUsed: () => ({
    title: "A recovery code was used",
    intro:
      "Somebody, probably you, signed in to your Kith account with a recovery code. It does not work again.",
  }),
} satisfies Record<string, (address: string) => Pick<AccountMailProps, "title" | "intro">>;

export type Notice = keyof typeof notices;

/** The account and the address to notify; the mail is deleted with the account. */
export interface Recipient {
  id: string;
  email: string;
}

/** Tells an address what happened to an account. Never throws: what happened stays. */
export async function notify(to: Recipient, notice: Notice, address = ""): Promise<void> {
  const known = notice === "accountExists" || notice === "addressTaken";
  const note = known
    ? "If it was not you, ignore this mail."
    : `If it was not you, choose a new password at ${env().APP_URL}/recover, which ends all sessions.`;
  const page = { ...notices[notice](address), note };
  await sendAccountMail(to, page, `identity/notice/${newId()}`).catch((error: unknown) =>
    log().warn({ err: error, notice }, "account notice not sent"),
  );
}
