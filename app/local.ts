import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether this installation serves its own machine only, and was asked under such a name. Pages that show what belongs
 * to its operator (the inbox with its sign-in links, the data folder) exist only then. Another name in `Host` is that
 * of a site which had its address point to this machine to read along (DNS rebinding).
 */
export async function isLocal(): Promise<boolean> {
  const asked = `http://${(await headers()).get("host")}`;
  return [env().APP_URL, asked].every((url) => URL.canParse(url) && LOOPBACK.has(new URL(url).hostname));
}
