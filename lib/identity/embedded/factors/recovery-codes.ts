import { createHash, randomInt } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { factors, recoveryCodes } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { type Caller, insufficientAal, requireFresh, requireUser } from "../caller";
import { IdentityError, json } from "../errors";
import { limitFactorCode, limitFactors } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { notify } from "../notices";
import { describeSession, raiseSession } from "../sessions";
import { friendlyName } from "./enroll";
import { confirmFactor, deleteFactor, type FactorRow, lockUser, MOST_FACTORS } from "./store";
import { failed } from "./verify";

/** Codes in case the phone is lost, by GoTrue's protocol (`mfa.recoveryCodes` of the SDK). */
const COUNT = 10;
const LENGTH = 16;
/** 32 characters, none of which resembles another (no l, o, 0, 1): 80 bits in all. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

const TYPE = "recovery_code";

async function findSet(userId: string): Promise<FactorRow | undefined> {
  const mine = and(eq(factors.user_id, userId), eq(factors.factor_type, TYPE));
  const [set] = await db().select().from(factors).where(mine);
  return set;
}

const notEnrolled = () =>
  new IdentityError(404, "mfa_factor_not_found", "The user has not enrolled recovery codes");

/** GET /factors/recovery-codes: how many there are, never which. */
export async function recoveryCodesStatus(incoming: Incoming): Promise<Response> {
  const { user } = await requireUser(incoming);
  const set = await findSet(user.id);
  if (!set) throw notEnrolled();
  const counted = { total: sql<number>`count(*)::int`, remaining: unused() };
  const [counts] = await db().select(counted).from(recoveryCodes).where(eq(recoveryCodes.factor_id, set.id));
  return json({ id: set.id, type: TYPE, total: counts?.total ?? 0, remaining: counts?.remaining ?? 0 });
}

const unused = () => sql<number>`(count(*) filter (where ${recoveryCodes.used_at} is null))::int`;

/** Only a session that has shown a second factor recently may create or remove the codes that replace one. */
async function requireOwner(incoming: Incoming): Promise<Caller> {
  const caller = await requireUser(incoming);
  if (caller.aal !== "aal2") throw insufficientAal();
  await limitFactors(incoming, caller.user.id);
  requireFresh(caller);
  return caller;
}

const wanted = z.object({ friendly_name: friendlyName.nullish() });

/** POST /factors/recovery-codes: shows the codes, the only time they can be seen. */
export async function generateRecoveryCodes(incoming: Incoming): Promise<Response> {
  const caller = await requireOwner(incoming);
  const name = parse(wanted, incoming).friendly_name || "Recovery codes";
  const verified = caller.factors.filter(({ status }) => status === "verified");
  if (verified.some(({ factor_type }) => factor_type === TYPE)) throw alreadyThere();
  if (verified.length === 0) {
    const message = "At least one other verified factor is required to generate recovery codes";
    throw new IdentityError(422, "mfa_recovery_codes_sole_factor", message);
  }
  if (verified.length >= MOST_FACTORS || caller.factors.some((one) => one.friendly_name === name)) {
    const code =
      verified.length >= MOST_FACTORS ? "too_many_enrolled_mfa_factors" : "mfa_factor_name_conflict";
    throw new IdentityError(422, code, "Choose another name, or unenroll a factor to continue");
  }
  const codes = newCodes();
  const id = newId();
  await db().transaction(async (tx) => {
    const [made] = await tx
      .insert(factors)
      .values({ id, user_id: caller.user.id, friendly_name: name, factor_type: TYPE, status: "verified" })
      .onConflictDoNothing()
      .returning();
    if (!made) throw alreadyThere();
    await storeCodes(tx, id, codes);
  });
  await incoming.later(() => notify(caller.user, "factorAdded", name));
  return json({ id, type: TYPE, friendly_name: name, total: COUNT, codes });
}

function alreadyThere() {
  const message = "Recovery codes are already enrolled for this user, use regenerate to rotate them";
  return new IdentityError(422, "mfa_verified_factor_exists", message);
}

/** POST /factors/recovery-codes/regenerate: new codes; the old ones become invalid at once. */
export async function regenerateRecoveryCodes(incoming: Incoming): Promise<Response> {
  const { user } = await requireOwner(incoming);
  const set = await findSet(user.id);
  if (!set) throw notEnrolled();
  const codes = newCodes();
  await db().transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.factor_id, set.id));
    await storeCodes(tx, set.id, codes);
  });
  await incoming.later(() => notify(user, "recoveryCodesReplaced"));
  return json({ id: set.id, type: TYPE, friendly_name: set.friendly_name, total: COUNT, codes });
}

/** DELETE /factors/recovery-codes. A session that used one continues: its user will remove the lost phone next. */
export async function unenrollRecoveryCodes(incoming: Incoming): Promise<Response> {
  const { user, sessionId } = await requireOwner(incoming);
  const set = await findSet(user.id);
  if (!set) throw notEnrolled();
  await db().transaction((tx) => deleteFactor(tx, set, sessionId));
  await incoming.later(() => notify(user, "factorRemoved", set.friendly_name));
  return json({ id: set.id });
}

const typed = z.object({ code: z.string("Code needs to be non-empty").min(1).max(100) });

/** POST /factors/recovery-codes/verify: exchanges one code for the session at `aal2`; one statement uses it up. */
export async function verifyRecoveryCode(incoming: Incoming): Promise<Response> {
  const caller = await requireUser(incoming);
  const code = parse(typed, incoming).code.toLowerCase().replace(/[\s-]/g, "");
  await limitFactorCode(incoming, caller.user.id, "recovery");
  const set = await findSet(caller.user.id);
  const session = set && (await takeCode(caller, set, code));
  if (!session) throw await failed(incoming, caller, "Invalid recovery code entered");
  await incoming.later(() => notify(caller.user, "recoveryCodeUsed"));
  return json(await describeSession(session, caller.user));
}

function takeCode({ sessionId }: Caller, set: FactorRow, code: string) {
  return db().transaction(async (tx) => {
    const [used] = await tx
      .update(recoveryCodes)
      .set({ used_at: sql`now()` })
      .where(
        and(
          eq(recoveryCodes.factor_id, set.id),
          eq(recoveryCodes.code_hash, hashOf(set.id, code)),
          isNull(recoveryCodes.used_at),
        ),
      )
      .returning({ id: recoveryCodes.id });
    if (!used) return undefined;
    await confirmFactor(tx, set, sessionId);
    return raiseSession(tx, sessionId, { method: "mfa/recovery_code", factorId: set.id });
  });
}

function newCodes(): string[] {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)] ?? "";
  return Array.from({ length: COUNT }, () => Array.from({ length: LENGTH }, sign).join(""));
}

async function storeCodes(tx: Transaction, factorId: string, codes: string[]): Promise<void> {
  const rows = codes.map((code) => ({ id: newId(), factor_id: factorId, code_hash: hashOf(factorId, code) }));
  await tx.insert(recoveryCodes).values(rows);
}

/** A fast hash is enough for 80 random bits, which nobody can search. */
function hashOf(factorId: string, code: string): string {
  return createHash("sha256").update(`recovery code/${factorId}/${code}`).digest("hex");
}
