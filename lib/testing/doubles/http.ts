import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Served, serve } from "./serve";

/** How a double misbehaves: it answers late, never, or with a server error, or ends the connection. */
export type ServiceFault = { delayMs: number } | "hang" | "error 500" | "drop";

export interface ServiceDouble extends Served {
  url: string;
  /** Requests that have arrived. */
  readonly requests: number;
  fault: ServiceFault | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP service on loopback. If a handler throws, it answers 500 with the reason, so that tests need not guess. */
export async function serviceDouble(handle: Handler): Promise<ServiceDouble> {
  let requests = 0;
  const double: { fault: ServiceFault | undefined } = { fault: undefined };
  const server = createServer(async (request, response) => {
    requests += 1;
    const { fault } = double;
    if (fault === "hang") return;
    if (fault === "drop") return void request.socket.destroy();
    if (typeof fault === "object") await sleep(fault.delayMs);
    try {
      if (fault === "error 500") throw new Error("out of order");
      await handle(request, response);
    } catch (error) {
      if (!response.headersSent) sendJson(response, 500, { error: String(error) });
      else response.destroy();
    }
  });
  const served = await serve(server);
  return Object.defineProperty(
    Object.assign(double, served, { url: `http://127.0.0.1:${served.port}`, requests: 0 }),
    "requests",
    { get: () => requests },
  );
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
