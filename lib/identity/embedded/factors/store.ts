import { and, asc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { db, isUniqueViolation, type Transaction } from "@/db/client";
import { factors, sessions, users } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { IdentityError } from "../errors";
import { toUser, type UserRow } from "../users";

export type FactorRow = typeof factors.$inferSelect;
/** A factor as the API shows it. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
}

/** GoTrue's default, recovery codes included. */
export const MOST_FACTORS = 10;
/** From the QR code to its first code; an enrolment left unfinished for longer counts as gone. */
const UNVERIFIED_SECONDS = 900;
/** Unfinished enrolments; the oldest make room. */
const MOST_UNVERIFIED = 4;

const expired = () => sql`${factors.created_at} < now() - make_interval(secs => ${UNVERIFIED_SECONDS})`;

/** Whether an account has a second factor: one that was verified. */
export function isSecured(all: readonly Pick<Factor, "status">[]): boolean {
  return all.some(({ status }) => status === "verified");
}

export function toFactor(row: FactorRow): Factor {
  const { id, friendly_name, factor_type, status, created_at, updated_at } = row;
  const dates = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { id, friendly_name, factor_type, status, ...dates };
}

export async function listFactors(
  userId: string,
  on: Transaction | ReturnType<typeof db> = db(),
): Promise<FactorRow[]> {
  return on
    .select()
    .from(factors)
    .where(eq(factors.user_id, userId))
    .orderBy(asc(factors.created_at), asc(factors.id));
}

/** The User object with its factors; without any the field is absent, as in GoTrue. */
export async function withFactors(user: UserRow) {
  return describeUser(user, (await listFactors(user.id)).map(toFactor));
}

export function describeUser(user: UserRow, all: Factor[]) {
  return all.length > 0 ? { ...toUser(user), factors: all } : toUser(user);
}

export const factorNotFound = () => new IdentityError(404, "mfa_factor_not_found", "Factor not found");

/** A factor of the user. An enrolment that was started too long ago does not count. Throws `mfa_factor_not_found`. */
export async function findOwnFactor(userId: string, id: string): Promise<FactorRow> {
  const [row] = await db()
    .select()
    .from(factors)
    .where(
      and(
        eq(factors.id, id),
        eq(factors.user_id, userId),
        or(eq(factors.status, "verified"), sql`not ${expired()}`),
      ),
    );
  if (!row) throw factorNotFound();
  return row;
}

interface NewFactor {
  friendly_name: string;
  factor_type: string;
  secret?: (id: string) => string;
}

/**
 * Adds an unverified factor. The user's row is locked, so that concurrent ones count each other. Throws
 * `too_many_enrolled_mfa_factors` and `mfa_factor_name_conflict`.
 */
export async function insertFactor(userId: string, wanted: NewFactor): Promise<FactorRow> {
  const id = newId();
  const row = await db()
    .transaction(async (tx) => {
      await lockUser(tx, userId);
      await makeRoom(tx, userId);
      const { friendly_name, factor_type } = wanted;
      const secret = wanted.secret?.(id) ?? null;
      const [inserted] = await tx
        .insert(factors)
        .values({ id, user_id: userId, friendly_name, factor_type, secret })
        .returning();
      return inserted;
    })
    .catch((error) => {
      if (!isUniqueViolation(error, "mfa_factors_name")) throw error;
      const message = `A factor with the friendly name ${JSON.stringify(wanted.friendly_name)} for this user already exists`;
      throw new IdentityError(422, "mfa_factor_name_conflict", message);
    });
  if (!row) throw new Error("no factor was inserted");
  return row;
}

/** Returns the user as it is from here on. */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  return row;
}

async function makeRoom(tx: Transaction, userId: string): Promise<void> {
  const mine = eq(factors.user_id, userId);
  await tx.delete(factors).where(and(mine, ne(factors.status, "verified"), expired()));
  const rows = await tx.select().from(factors).where(mine).orderBy(asc(factors.created_at), asc(factors.id));
  const begun = rows.filter(({ status }) => status !== "verified");
  if (rows.length - begun.length >= MOST_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new IdentityError(422, "too_many_enrolled_mfa_factors", message);
  }
  const surplus = begun.slice(0, Math.max(0, begun.length - MOST_UNVERIFIED + 1)).map(({ id }) => id);
  if (surplus.length > 0) await tx.delete(factors).where(inArray(factors.id, surplus));
}

/**
 * Marks a factor as verified, if it is not yet: sessions without a second factor end, except the one that showed it,
 * and unfinished enrolments are removed (they may be a stranger's). True when it is new.
 */
export async function confirmFactor(tx: Transaction, factor: FactorRow, sessionId: string): Promise<boolean> {
  const mine = eq(factors.user_id, factor.user_id);
  const isNew = factor.status !== "verified";
  if (isNew) {
    await tx
      .update(factors)
      .set({ status: "verified", updated_at: sql`now()` })
      .where(eq(factors.id, factor.id));
    await tx.delete(factors).where(and(mine, ne(factors.status, "verified")));
  }
  await tx
    .delete(sessions)
    .where(and(eq(sessions.user_id, factor.user_id), ne(sessions.aal, "aal2"), ne(sessions.id, sessionId)));
  return isNew;
}

/** Removes a factor; sessions whose level it had raised, except `kept`, count as having shown only one factor from now on. */
export async function deleteFactor(
  tx: Transaction,
  { id, user_id }: FactorRow,
  kept?: string,
): Promise<void> {
  await tx.delete(factors).where(eq(factors.id, id));
  await tx
    .update(sessions)
    .set({ aal: "aal1", factor_id: null, mfa_method: null, mfa_at: null })
    .where(
      and(
        eq(sessions.user_id, user_id),
        eq(sessions.factor_id, id),
        kept ? ne(sessions.id, kept) : undefined,
      ),
    );
}

/** For the sweep: deletes unfinished enrolments. Returns how many. */
export async function pruneFactors(before: ReturnType<typeof sql>): Promise<number> {
  const gone = await db()
    .delete(factors)
    .where(and(ne(factors.status, "verified"), lt(factors.created_at, before)));
  return gone.count;
}
