import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { challenges, flowStates, oneTimeTokens, sessions } from "@/db/identity-schema";
import { IDLE_SESSION_DAYS } from "./config";
import { pruneFactors } from "./factors/store";

/** A token is valid for ten minutes; the password of a sign-up waits with it for the mail to be sent once more. */
const OLD_TOKEN = "1 day";

/** Ends unused sessions, and deletes expired links and codes and unfinished factors. Returns the number of deleted rows. */
export async function pruneIdentity(): Promise<number> {
  const before = (age: string) => sql`now() - ${age}::interval`;
  const idle = sql`coalesce(${sessions.refreshed_at}, ${sessions.created_at}) < ${before(`${IDLE_SESSION_DAYS} days`)}`;
  const ended = await db().delete(sessions).where(idle);
  const tokens = await db()
    .delete(oneTimeTokens)
    .where(lt(oneTimeTokens.created_at, before(OLD_TOKEN)));
  const flows = await db()
    .delete(flowStates)
    .where(lt(flowStates.created_at, before(OLD_TOKEN)));
  const asked = await db()
    .delete(challenges)
    .where(lt(challenges.created_at, before(OLD_TOKEN)));
  const begun = await pruneFactors(before(OLD_TOKEN));
  return ended.count + tokens.count + flows.count + asked.count + begun;
}
