import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { factors } from "@/db/identity-schema";
import { insufficientAal, isHalf, requireFresh, requireUser } from "../caller";
import { IdentityError, invalid, json } from "../errors";
import { limitFactors } from "../guess-limits";
import type { Incoming } from "../incoming";
import { notify } from "../notices";
import { deleteFactor, type FactorRow, findOwnFactor, lockUser } from "./store";

/** DELETE /factors/:id. One that was never verified may be removed at once; it opened nothing. */
export async function unenroll(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireUser(incoming);
  await limitFactors(incoming, caller.user.id);
  const factor = await findOwnFactor(caller.user.id, id);
  if (factor.factor_type === "recovery_code") {
    throw invalid(
      "Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes",
    );
  }
  const counts = factor.status === "verified";
  if (counts && isHalf(caller)) throw insufficientAal(422);
  if (counts) requireFresh(caller);
  await db().transaction(async (tx) => {
    await lockUser(tx, caller.user.id);
    if (counts) await requireAnother(tx, factor);
    await deleteFactor(tx, factor);
  });
  if (counts) await incoming.later(() => notify(caller.user, "factorRemoved", factor.friendly_name));
  return json({ id });
}

/** Recovery codes replace another factor and are never the only one. */
async function requireAnother(tx: Transaction, { id, user_id }: FactorRow): Promise<void> {
  const rows = await tx
    .select({ id: factors.id, type: factors.factor_type })
    .from(factors)
    .where(and(eq(factors.user_id, user_id), eq(factors.status, "verified")));
  const others = rows.filter((row) => row.id !== id);
  if (others.length === 0 || others.some(({ type }) => type !== "recovery_code")) return;
  const message =
    "Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.";
  throw new IdentityError(422, "mfa_recovery_codes_sole_factor", message);
}
