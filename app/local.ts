import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env";
import { isLoopbackUrl } from "@/lib/http/loopback";
import { isFromThisMachine, listensOnLoopback } from "@/lib/http/this-machine";

/**
 * Whether this installation serves its own machine only, and is asked from there. Pages that show what belongs to its
 * operator (the inbox with its sign-in links, the data folder) exist only then. By the sockets, because headers are
 * written by whoever asks; by the name in `Host` as well, because a site may have its address point to this machine
 * to read along (DNS rebinding).
 */
export async function isLocal(): Promise<boolean> {
  const sent = await headers();
  const asked = `http://${sent.get("host")}`;
  return listensOnLoopback() && isFromThisMachine(sent) && [env().APP_URL, asked].every(isLoopbackUrl);
}
