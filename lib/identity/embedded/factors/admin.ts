import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { factors } from "@/db/identity-schema";
import { json, userNotFound } from "../errors";
import type { Incoming } from "../incoming";
import { notify } from "../notices";
import { findUser } from "../users";
import { deleteFactor, factorNotFound, listFactors, toFactor } from "./store";

/** GET /admin/users/:id/factors */
export async function readFactorsOf(_incoming: Incoming, userId: string): Promise<Response> {
  if (!(await findUser(userId))) throw userNotFound();
  return json((await listFactors(userId)).map(toFactor));
}

/** DELETE /admin/users/:id/factors/:id: for a user who has lost every factor. The user is notified. */
export async function deleteFactorOf(
  incoming: Incoming,
  userId: string,
  factorId: string,
): Promise<Response> {
  const user = await findUser(userId);
  if (!user) throw userNotFound();
  const mine = and(eq(factors.id, factorId), eq(factors.user_id, userId));
  const [factor] = await db().select().from(factors).where(mine);
  if (!factor) throw factorNotFound();
  await db().transaction((tx) => deleteFactor(tx, factor));
  await incoming.later(() => notify(user, "factorRemoved", factor.friendly_name));
  return json(toFactor(factor));
}
