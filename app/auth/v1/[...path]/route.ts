import { flushAudit } from "@/lib/audit/note";
import { env } from "@/lib/env";
import { background } from "@/lib/http/background";
import { callerAddress } from "@/lib/http/client-address";
import { handleIdentity } from "@/lib/identity/embedded/handler";

/** Mounts the embedded identity provider. With a hosted project there is nothing here. */
async function serve(request: Request): Promise<Response> {
  if (!env().embedded.identity) return new Response(null, { status: 404 });
  const address = callerAddress(request.headers);
  const response = await handleIdentity(request, { address, later: background });
  background(flushAudit);
  return response;
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST, serve as PUT };
