import { handleMail } from "@/lib/email/embedded/handler";
import { env } from "@/lib/env";
import { isFromThisMachine } from "@/lib/http/this-machine";

/** Mounts the embedded mail service, for this machine only. With a real mail provider there is nothing here. */
async function serve(
  request: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  if (!env().embedded.mail || !isFromThisMachine(request.headers)) return new Response(null, { status: 404 });
  return handleMail(request, (await params).path.join("/"));
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST };
