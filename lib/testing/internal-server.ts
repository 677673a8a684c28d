import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { resetEnv } from "@/lib/env";

type Handler = (request: Request) => Promise<Response>;

export interface InternalServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves handlers by path prefix on a loopback port and makes it INTERNAL_URL: what the process calls on itself
 * (webhook, mail) then travels over HTTP in a test as it does in the product.
 */
export async function startInternalServer(mounts: Record<string, Handler>): Promise<InternalServer> {
  const server = createServer(async (incoming, outgoing) => {
    const request = await toRequest(incoming);
    const { pathname } = new URL(request.url);
    const mount = Object.keys(mounts).find((prefix) => pathname.startsWith(prefix));
    const handler = mount === undefined ? undefined : mounts[mount];
    const response = handler ? await handler(request) : new Response(null, { status: 404 });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  const url = `http://127.0.0.1:${address.port}`;
  process.env.INTERNAL_URL = url;
  resetEnv();
  return {
    url,
    close: async () => {
      delete process.env.INTERNAL_URL;
      resetEnv();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`;
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD" && chunks.length > 0;
  return new Request(url, { method, headers, ...(hasBody && { body: Buffer.concat(chunks) }) });
}
