import "server-only";
import { env } from "@/lib/env";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether this installation serves its own machine only. Pages that show what belongs to its operator (the inbox
 * with its sign-in links, the data folder) exist only then.
 */
export function isLocal(): boolean {
  return LOOPBACK.has(new URL(env().APP_URL).hostname);
}
