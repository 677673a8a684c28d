import { bearerOf } from "@/lib/authorization";
import { verifyAccessToken } from "./access-tokens";
import { FRESH_SIGN_IN_SECONDS } from "./config";
import { IdentityError } from "./errors";
import { type Factor, isSecured } from "./factors/store";
import type { Incoming } from "./incoming";
import { noteSeen } from "./sessions";
import { findUserOfSession, isBanned, type UserRow } from "./users";

/** The user whose access token a request carries. */
export interface Caller {
  user: UserRow;
  factors: Factor[];
  sessionId: string;
  aal: string;
  /** Since the user last authenticated, however often the session was refreshed. */
  ageSeconds: number;
}

/**
 * The user whose access token the request carries, with a session that has not ended since. Not enough for what opens
 * or changes the account: see `requireWholeUser`.
 */
export async function requireUser(incoming: Incoming): Promise<Caller> {
  const token = bearerOf(incoming.request);
  if (!token) throw new IdentityError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const { userId, sessionId, refreshCounter } = await verifyAccessToken(token);
  const found = await findUserOfSession(userId, sessionId);
  if (!found) throw new IdentityError(403, "user_not_found", "User from sub claim in JWT does not exist");
  incoming.about = userId;
  const { user, session, factors } = found;
  if (!session) {
    throw new IdentityError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(user)) throw new IdentityError(403, "user_banned", "User is banned");
  if (refreshCounter > session.seen_counter) await noteSeen(sessionId, refreshCounter);
  return { user, factors: factors ?? [], sessionId, aal: session.aal, ageSeconds: session.ageSeconds };
}

/** The same, but a user who has a second factor must have shown it. Throws `insufficient_aal`. */
export async function requireWholeUser(incoming: Incoming, status = 403): Promise<Caller> {
  const caller = await requireUser(incoming);
  if (isHalf(caller)) throw insufficientAal(status);
  return caller;
}

/** Signed in by the first factor of two. */
export function isHalf({ factors, aal }: Caller): boolean {
  return aal !== "aal2" && isSecured(factors);
}

export function insufficientAal(status = 403): IdentityError {
  return new IdentityError(
    status,
    "insufficient_aal",
    "AAL2 session is required: verify your second factor first",
  );
}

/**
 * Adding or removing a factor requires recent reauthentication, as changing the password does: a sign-in, a second
 * factor, or POST /reauthenticate. The mailbox must be proved as well: otherwise a stranger who signed up with
 * another person's address could lock its owner out by adding a factor. Throws `reauthentication_needed` and
 * `email_not_confirmed`.
 */
export function requireFresh(caller: Caller): void {
  requireMailbox(caller);
  requireRecentProof(caller);
}

/** Also when an enrolment is finished: the account may have got somebody else's address since it was begun. */
export function requireMailbox({ user }: Pick<Caller, "user">): void {
  if (user.mailbox_proved_at) return;
  const message = "Prove first that you read the mail of this address: sign in by mail, or send its code";
  throw new IdentityError(422, "email_not_confirmed", message);
}

/**
 * The same without proof of the mailbox, for actions in which a foreign address gives no power. Throws
 * `reauthentication_needed`.
 */
export function requireRecentProof({ ageSeconds }: Caller): void {
  if (ageSeconds < FRESH_SIGN_IN_SECONDS) return;
  const message = "This needs a sign-in, a second factor or POST /reauthenticate of the last ten minutes";
  throw new IdentityError(400, "reauthentication_needed", message);
}
