import { createServer, type IncomingMessage, request } from "node:http";
import { serve } from "@/lib/testing/doubles/serve";
import type { Target } from "./target";

/** A request on its way to the product. */
export interface Passing {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer<ArrayBuffer>;
}

export interface Passed {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * A fault that the product does not have. `before` may change a request or answer it; `after` may change its answer.
 * Nothing of this is in the product: it runs in a proxy between the attack and the product while a group proves that
 * it would have noticed.
 */
export interface Hole {
  before?: (sent: Passing) => Passed | undefined | Promise<Passed | undefined>;
  after?: (sent: Passing, got: Passed) => Passed | Promise<Passed>;
}

/** Runs the work against the product with a planted hole. */
export async function withHole<T>(at: Target, hole: Hole, work: (at: Target) => Promise<T>): Promise<T> {
  const answer = async (incoming: IncomingMessage): Promise<Passed> => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const sent: Passing = { method, path, headers, body: await bodyOf(incoming) };
    const answered = (await hole.before?.(sent)) ?? (await pass(at, sent));
    return (await hole.after?.(sent, answered)) ?? answered;
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      ({ status, headers, body }) => {
        const { "content-length": _, "transfer-encoding": __, ...kept } = headers;
        outgoing.writeHead(status, kept).end(body);
      },
      () => outgoing.destroy(),
    );
  });
  const { port, close } = await serve(server);
  try {
    return await work({ ...at, url: `http://127.0.0.1:${port}` });
  } finally {
    await close();
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pass({ url }: Target, { method, path, headers, body }: Passing): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const plain = { ...headers, "accept-encoding": "identity" };
    const { hostname, port } = new URL(url);
    const to = { hostname, port, path, method, headers: plain, agent: false };
    const call = request(to, async (answer) => {
      const text = (await bodyOf(answer)).toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
    });
    call.once("error", reject).end(body);
  });
}
