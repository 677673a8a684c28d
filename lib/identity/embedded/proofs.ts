import { and, eq, isNull, sql } from "drizzle-orm";
import { db, isUniqueViolation } from "@/db/client";
import { identities, sessions, users } from "@/db/identity-schema";
import { note } from "@/lib/audit/note";
import { deleteKeysOf } from "@/lib/workspaces/members";
import { emailExists, otpExpired } from "./errors";
import { announceChange } from "./events";
import { isSecured, listFactors, lockUser } from "./factors/store";
import type { Incoming } from "./incoming";
import { notify } from "./notices";
import { revokeTokens, type TokenRow, waitingPasswords } from "./one-time-tokens";
import { findUser, type UserRow } from "./users";

/**
 * How a mail was used. `browser`: in the browser that requested it, as PKCE proves. `code`: its digits were typed into
 * the waiting form. `link`: by anyone who opened it, who need not be the one who requested it.
 */
export type Answered = "browser" | "code" | "link";

/** What a used token proves: access to the mailbox of that address. Throws `otp_expired`, `email_exists`. */
export async function accept(incoming: Incoming, row: TokenRow, answered: Answered): Promise<UserRow> {
  const user = await findUser(row.user_id);
  if (!user) throw otpExpired("Email link is invalid or has expired");
  // The provider vouches for the person, whose account is determined by the link alone. This proves no mailbox.
  if (row.token_type === "oauth") return user;
  if (row.token_type === "email_change") return moveTo(incoming, user, row.relates_to, answered);
  if (row.relates_to !== user.email) throw otpExpired("Email link is invalid or has expired");
  return user.mailbox_proved_at ? user : prove(incoming, user, await passwordAfter(user, row, answered));
}

/**
 * The first proof of a mailbox. Until then anybody may have typed the address: password, sessions, links, API keys and
 * single sign-on from before end at the same moment, except for the password of the sign-up that this mail answered. A
 * second factor stays: it could only be added with the mailbox proved, so it is its owner's, and no mail may remove it.
 */
async function prove(incoming: Incoming, user: UserRow, password: string | null): Promise<UserRow> {
  const proved = await db().transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set({
        mailbox_proved_at: sql`now()`,
        email_confirmed_at: sql`coalesce(${users.email_confirmed_at}, now())`,
        encrypted_password: password,
        updated_at: sql`now()`,
      })
      .where(and(eq(users.id, user.id), isNull(users.mailbox_proved_at)))
      .returning();
    if (!row) return undefined;
    await tx.delete(sessions).where(eq(sessions.user_id, user.id));
    // Of whoever had the account before it got this address: only a proved one is ever linked.
    const links = await tx.delete(identities).where(eq(identities.user_id, user.id)).returning();
    return { row, links: links.length };
  });
  // Another reader of the mailbox was faster; theirs counts.
  if (!proved) return (await findUser(user.id)) ?? user;
  await revokeTokens(user.id);
  const ended = (await deleteKeysOf(user.id)) + proved.links;
  const told = ended > 0 || (user.encrypted_password && !password);
  if (told) await incoming.later(() => notify(user, "firstProof"));
  await announceChange(user, proved.row);
  return (await findUser(user.id)) ?? proved.row;
}

/**
 * The password an account has after its first proof. One that waits with its sign-up survives when the browser that
 * chose it answers, or by digits when nobody else signed up with the address meanwhile; never by a mere click, which a
 * stranger's sign-up could be hoping for. The column itself can only contain, for an unconfirmed account, what an
 * administrator chose.
 */
async function passwordAfter(user: UserRow, row: TokenRow, answered: Answered): Promise<string | null> {
  if (row.purpose === "admin") return row.password_hash ?? ownPassword(user);
  if (row.purpose !== "signup" && row.purpose !== "resend") return null;
  if (!row.password_hash) return ownPassword(user);
  if (answered === "browser" && row.purpose === "signup") return row.password_hash;
  const contested = (await waitingPasswords(user.id)).some((other) => other !== row.password_hash);
  return answered !== "link" && !contested ? row.password_hash : null;
}

function ownPassword(user: UserRow): string | null {
  return user.email_confirmed_at ? null : user.encrypted_password;
}

/**
 * The new address counts as proved only when the mail was used where it was requested: a click on a stranger's mail
 * would permanently combine the victim's address with the stranger's password. This way, the first sign-in by mail
 * ends that; for an account with a second factor, which no mail removes, other uses are refused. Throws `otp_expired`.
 */
async function moveTo(
  incoming: Incoming,
  user: UserRow,
  address: string,
  answered: Answered,
): Promise<UserRow> {
  const moved = await db()
    .transaction(async (tx) => {
      // Locked, so that a factor that is being confirmed counts, or is refused.
      await lockUser(tx, user.id);
      if (answered !== "browser" && isSecured(await listFactors(user.id, tx))) {
        throw otpExpired("This account has a second factor: open the link in the browser that asked for it");
      }
      const changes = {
        email: address,
        email_change: null,
        email_confirmed_at: user.email_confirmed_at ?? new Date(),
        mailbox_proved_at: answered === "browser" ? new Date() : null,
      };
      const [row] = await tx
        .update(users)
        .set({ ...changes, updated_at: sql`now()` })
        .where(eq(users.id, user.id))
        .returning();
      return row;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, "users_email")) throw error;
    });
  if (!moved) throw emailExists();
  await revokeTokens(user.id);
  note({ action: "address.changed", outcome: "success", userId: user.id, address: incoming.address });
  await incoming.later(() => notify(user, "addressChanged", address));
  await announceChange(user, moved);
  return moved;
}
