import {
  isDatabaseDown,
  isDiskFull,
  isOutOfTime,
  isOverloaded,
  isReadOnly,
  isRetryable,
  isUnfit,
} from "@/db/client";
import { type ApiError, diskFull, unavailable } from "@/lib/errors";

const TOO_SLOW =
  "This took too long and was stopped. Try again; if it stops again, ask for less at a time: a smaller file, a narrower filter or a smaller page.";

const OVERLOADED = "The database has no memory or no connection left for this. Try again shortly.";

const READ_ONLY = "The database accepts no changes at the moment. Whoever runs the server has to mend it.";

/** Kith runs on a distributed database whose settings would lose what an undo needs. */
export const UNFIT =
  "The database is not set up so that this could be undone. Whoever runs the server has to mend it.";

/** The 503 for a database that says nothing. */
export const databaseSilent = () => unavailable("The database does not answer. Try again shortly.", 5);

/** The 503 for a database that cannot do its work at the moment; null for any other error. */
export function outageOf(error: unknown): ApiError | null {
  if (isDiskFull(error)) return diskFull();
  if (isUnfit(error)) return unavailable(UNFIT, 60);
  if (isOverloaded(error)) return unavailable(OVERLOADED, 5, { reason: "database_overloaded" });
  if (isReadOnly(error)) return unavailable(READ_ONLY, 60, { reason: "database_read_only" });
  if (isDatabaseDown(error)) return databaseSilent();
  if (isRetryable(error))
    return unavailable("The same data is being changed elsewhere. Try again shortly.", 1);
  return isOutOfTime(error) ? unavailable(TOO_SLOW, 5, { reason: "too_slow" }) : null;
}
