import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { serve } from "@/lib/testing/doubles/serve";
import type { App } from "./platform";

export interface Invocations {
  /** The address for users and for the application itself. */
  url: string;
  /** Process ids of those that served, one per continued job, in order. */
  readonly pids: number[];
  close(): Promise<void>;
}

/**
 * A platform without servers, as far as the product notices: every call reaches the newest process, but a call to
 * /api/cron/continue gets a fresh one, and the one before is killed as soon as that has answered. The next is started
 * in advance, as a busy machine may take longer to start it than a caller waits.
 */
export async function startInvocations(start: (internalUrl: string) => Promise<App>): Promise<Invocations> {
  const pids: number[] = [];
  let turn = Promise.resolve();
  let spare: Promise<App>;
  let current: App;

  async function next(): Promise<App> {
    current = await spare;
    spare = start(url);
    pids.push(current.pid);
    return current;
  }

  async function serveFresh(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const before = current;
    await pass(incoming, outgoing, await next());
    // A caller that did not wait continues on its own.
    if (outgoing.writableFinished) await before.kill();
  }

  const server = createServer((incoming, outgoing) => {
    const isContinued = incoming.url === "/api/cron/continue";
    if (isContinued) turn = turn.then(() => serveFresh(incoming, outgoing));
    else void pass(incoming, outgoing, current);
  });
  const { port, close } = await serve(server);
  const url = `http://127.0.0.1:${port}`;
  spare = start(url);
  current = await next();
  const end = async () => {
    await spare;
    await close();
  };
  return { url, pids, close: end };
}

/** Forwards a request and its answer; resolves when both are complete. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, { url }: App): Promise<void> {
  const { method = "GET", headers } = incoming;
  return new Promise((resolve) => {
    outgoing.once("close", resolve);
    const call = request(new URL(incoming.url ?? "/", url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.once("error", () => outgoing.destroy());
    incoming.pipe(call);
  });
}
