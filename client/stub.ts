import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface Asked {
  /** `GET /contacts`, as the client names operations. */
  operation: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}
export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string;
}

/** What a user names on the command line. */
export const ID = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
export const OTHER_ID = "0190A6F2-8C1E-7D40-9B1E-3F2C5A7D9E11";

/** A server that gives prepared answers and records its requests. Ends with the test. */
export async function startStub(
  answer: (asked: Asked, count: number) => Answered | null | Promise<Answered>,
) {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://stub");
    const operation = `${incoming.method} ${pathname.replace(/^\/api/, "")}`;
    const body = await text(incoming).catch(() => null);
    if (body === null) return; // cut off by its sender
    const one = { operation, query: searchParams, headers: incoming.headers, body };
    asked.push(one);
    const answered = await answer(one, asked.length);
    if (!answered) return incoming.socket.destroy();
    const { status = 200, headers = {}, body: json, text: given } = answered;
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(given ?? (json === undefined ? "" : JSON.stringify(json)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

/** An answer in the API's error shape. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Answered {
  return { status, headers, body: { code, message: `said ${code}` } };
}
