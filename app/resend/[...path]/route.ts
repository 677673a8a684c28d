import { handleMail } from "@/lib/email/embedded/handler";
import { env } from "@/lib/env";
import { clientAddress } from "@/lib/http/client-address";

/** Mounts the embedded mail service, for this machine alone. With real mail there is nothing here. */
async function serve(
  request: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  if (!env().embedded.mail || !isLocal(request)) return new Response(null, { status: 404 });
  return handleMail(request, (await params).path.join("/"));
}

/** Our own calls carry no X-Forwarded-For, so Next wrote the socket's address there, whatever the number of proxies. */
function isLocal(request: Request): boolean {
  const address = clientAddress(request.headers, Math.max(1, env().TRUSTED_PROXY_HOPS));
  return address.startsWith("127.") || address === "0:0:0:0::/64";
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST };
