import { ApiError } from "@/lib/errors";
import { isOwnCall } from "@/lib/http/own-calls";

/** Lets only those pass who know CRON_SECRET. */
export function authorizeCron(request: Request): void {
  if (isOwnCall(request)) return;
  throw new ApiError("UNAUTHORIZED", "Send the cron secret as `Authorization: Bearer <CRON_SECRET>`");
}
