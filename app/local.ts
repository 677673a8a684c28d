import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env";
import { isLoopbackUrl } from "@/lib/http/loopback";
import { isFromThisMachine, listensOnLoopback } from "@/lib/http/this-machine";

/**
 * Whether this installation serves only its own machine and the request comes from there. Pages for its operator (the
 * inbox with its sign-in links, the data folder) exist only then. Checked by the sockets, because clients write the
 * headers, and by the name in `Host`, because a website may point its own name at this machine (DNS rebinding).
 */
export async function isLocal(): Promise<boolean> {
  const sent = await headers();
  const asked = `http://${sent.get("host")}`;
  return listensOnLoopback() && isFromThisMachine(sent) && [env().APP_URL, asked].every(isLoopbackUrl);
}
