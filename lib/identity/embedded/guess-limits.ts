import { createHash } from "node:crypto";
import { limiter } from "@/lib/adapters/limiter";
import { env } from "@/lib/env";
import { DAY_MS } from "@/lib/time";
import { tooMany } from "./errors";
import type { Incoming } from "./incoming";

const MINUTE = 60_000;

/**
 * Limits on guessing and on mail, counted in the shared limiter, before the work they protect and whether or not an
 * account exists. Calls from inside the process have no address and are subject only to the limits per account.
 */
const perAddress = {
  signUp: { max: 100, windowMs: 5 * MINUTE },
  password: { max: 200, windowMs: 5 * MINUTE },
  verify: { max: 100, windowMs: 5 * MINUTE },
  refresh: { max: 300, windowMs: 5 * MINUTE },
  mail: { max: 60, windowMs: 5 * MINUTE },
  change: { max: 60, windowMs: 5 * MINUTE },
  factor: { max: 200, windowMs: 5 * MINUTE },
  sso: { max: 200, windowMs: 5 * MINUTE },
};

const perAccount = {
  signUpHere: { max: 20, windowMs: 5 * MINUTE },
  change: { max: 20, windowMs: 10 * MINUTE },
  /** From one address; the wider window below keeps strangers from locking an account's owner out. */
  passwordHere: { max: 20, windowMs: 5 * MINUTE },
  passwordAnywhere: { max: 300, windowMs: 60 * MINUTE },
  /** All known devices together, which no stranger's attempts count against. */
  passwordKnown: { max: 100, windowMs: 60 * MINUTE },
  /** Ten guesses per lifetime of a code; the wider window only prevents guessing from many addresses together. */
  codeHere: { max: 10, windowMs: 10 * MINUTE },
  codeAnywhere: { max: 200, windowMs: 60 * MINUTE },
  codeKnown: { max: 50, windowMs: 60 * MINUTE },
  factor: { max: 60, windowMs: 5 * MINUTE },
  /**
   * Codes of a second factor. They can be sent only after the first factor, so a stranger cannot use up an owner's
   * attempts; with the password, guessing a code takes nine years.
   */
  factorCodeHere: { max: 10, windowMs: 10 * MINUTE },
  factorCodeAnywhere: { max: 30, windowMs: 60 * MINUTE },
  factorCodeDaily: { max: 100, windowMs: DAY_MS },
  factorFailures: { max: 5, windowMs: 60 * MINUTE },
  factorAlarm: { max: 1, windowMs: DAY_MS },
  /** One client cannot use up the mails an account's owner may request. */
  mailHere: { max: 10, windowMs: 60 * MINUTE },
  mailAnywhere: { max: 30, windowMs: 60 * MINUTE },
};

export async function limitAddress(incoming: Incoming, what: keyof typeof perAddress): Promise<void> {
  if (incoming.address) await hit(`${what}:${incoming.address}`, perAddress[what]);
}

/** Sign-ups count whether or not they create an account: a limit that depended on it would reveal which addresses have one. */
export async function limitSignUp(incoming: Incoming, email: string): Promise<void> {
  await limitAddress(incoming, "signUp");
  await hit(`sign-up:${fingerprint(email)}:${clientOf(incoming)}`, perAccount.signUpHere);
  const perDay = env().AUTH_SIGNUPS_PER_DAY;
  if (perDay > 0 && incoming.address)
    await hit(`accounts:${incoming.address}`, { max: perDay, windowMs: DAY_MS });
}

/**
 * The same limit for accounts that a sign-in by mail creates. Reaching it is not reported: the answer is the one for a
 * known address.
 */
export async function mayJoinSilently(incoming: Incoming): Promise<boolean> {
  const max = env().AUTH_SIGNUPS_PER_DAY;
  if (max === 0 || !incoming.address) return true;
  return (await refused(`joins:${incoming.address}`, { max, windowMs: DAY_MS })) === null;
}

/** Changes of password or address: each may cost three hashes. */
export async function limitChanges(incoming: Incoming, userId: string): Promise<void> {
  await limitAddress(incoming, "change");
  await hit(`change:${userId}`, perAccount.change);
}

export async function limitPassword(incoming: Guess, email: string): Promise<void> {
  const account = fingerprint(email);
  await hit(`password:${account}:${clientOf(incoming)}`, perAccount.passwordHere);
  if (isKnown(incoming)) await hit(`password:${account}:known`, perAccount.passwordKnown);
  else await hit(`password:${account}`, perAccount.passwordAnywhere);
}

export async function limitCode(incoming: Guess, email: string): Promise<void> {
  const account = fingerprint(email);
  await hit(`code:${account}:${clientOf(incoming)}`, perAccount.codeHere);
  if (isKnown(incoming)) await hit(`code:${account}:known`, perAccount.codeKnown);
  else await hit(`code:${account}`, perAccount.codeAnywhere);
}

/** Everything a user does with factors, except for the codes. */
export async function limitFactors(incoming: Incoming, userId: string): Promise<void> {
  await limitAddress(incoming, "factor");
  await hit(`factor:${userId}`, perAccount.factor);
}

/** Codes from an app and recovery codes are counted separately: attempts at one do not use up the other. */
export async function limitFactorCode(
  incoming: Incoming,
  userId: string,
  kind: "totp" | "webauthn" | "recovery",
): Promise<void> {
  await limitAddress(incoming, "factor");
  const code = kind === "recovery" ? "mfa_recovery_codes_locked" : "over_request_rate_limit";
  const key = `factor-code:${kind}:${userId}`;
  await hit(`${key}:${clientOf(incoming)}`, perAccount.factorCodeHere, code);
  await hit(`${key}:hour`, perAccount.factorCodeAnywhere, code);
  await hit(`${key}:day`, perAccount.factorCodeDaily, code);
}

/** After a wrong code: whether there were so many that the account's owner should be notified, once a day. */
export async function shouldAlarm(userId: string): Promise<boolean> {
  const many = await refused(`factor-failures:${userId}`, perAccount.factorFailures);
  return many !== null && (await refused(`factor-alarm:${userId}`, perAccount.factorAlarm)) === null;
}

/** One mail a minute per account and client; one a second while all mail stays in the embedded inbox. */
export async function limitMail(incoming: Guess, email: string): Promise<void> {
  const pause = { max: 1, windowMs: env().embedded.mail ? 1000 : MINUTE };
  const account = fingerprint(email);
  const here = `${account}:${clientOf(incoming)}`;
  const seconds =
    (await refused(`mail:${here}`, pause)) ??
    (await refused(`mails:${here}`, perAccount.mailHere)) ??
    (await refused(`mails:${account}${isKnown(incoming) ? ":known" : ""}`, perAccount.mailAnywhere));
  if (seconds === null) return;
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw tooMany("over_email_send_rate_limit", message, seconds);
}

type Guess = Pick<Incoming, "client">;

function clientOf({ client }: Guess): string {
  return client?.name ?? "inside";
}

/** Our own server is counted by the signed-in user. */
function isKnown({ client }: Guess): boolean {
  return client?.isKnown ?? true;
}

async function hit(
  key: string,
  limit: { max: number; windowMs: number },
  code = "over_request_rate_limit",
): Promise<void> {
  const seconds = await refused(key, limit);
  if (seconds !== null) throw tooMany(code, "Request rate limit reached", seconds);
}

/** Seconds until the next attempt, or null when this one is allowed. */
async function refused(key: string, limit: { max: number; windowMs: number }): Promise<number | null> {
  const result = await limiter().hit(`identity:${key}`, limit);
  return result.allowed ? null : result.retryAfterS;
}

/** The limiter's store may be a third party's, which does not need addresses. */
function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
