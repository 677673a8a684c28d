import { hash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/**
 * Whether a call carries CRON_SECRET: from our scheduler, our supervisor or another process of ours. Digests are
 * compared, in constant time and whatever the lengths. An unset secret matches nothing: a naive comparison would
 * accept "Bearer undefined".
 */
export function isOwnCall(request: Request): boolean {
  const secret = env().CRON_SECRET;
  return secret !== undefined && carries(request, secret);
}

/** Whether the bearer token of a call is this one. */
export function carries(request: Request, secret: string): boolean {
  const given = request.headers.get("authorization") ?? "";
  return timingSafeEqual(digest(given), digest(`Bearer ${secret}`));
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
