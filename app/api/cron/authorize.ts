import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";

/**
 * Lets only those pass who know CRON_SECRET. Digests are compared, in constant time and whatever the lengths. An
 * unset secret refuses everybody: a naive comparison would accept "Bearer undefined".
 */
export function authorizeCron(request: Request): void {
  const secret = env().CRON_SECRET;
  const given = request.headers.get("authorization") ?? "";
  if (!secret || !timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) {
    throw new ApiError("UNAUTHORIZED", "Send the cron secret as `Authorization: Bearer <CRON_SECRET>`");
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
