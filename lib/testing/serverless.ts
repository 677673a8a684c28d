import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bodyOf } from "./doubles/http";
import { serve } from "./doubles/serve";

const hooks = fileURLToPath(new URL("../../scripts/ts-hooks.mjs", import.meta.url));
const program = fileURLToPath(new URL("./invocation.mjs", import.meta.url));

export interface ServerlessOptions {
  /** Environment of every invocation, in addition to this process's own: JOB_TIME_BUDGET_MS above all. */
  env: Record<string, string>;
  /** Milliseconds after which an invocation is killed, whatever it does (`maxDuration`). */
  limitMs: number;
}

export interface Serverless {
  /** Process ids, one per invocation, in order. */
  readonly invocations: number[];
  /** How many were killed at the limit. */
  readonly killed: number;
  /** Starts a job as the product does: by a signed call to itself. */
  start(kind: "import" | "export", workspaceId: string, id: string): Promise<void>;
  /** Resolves when no invocation runs, so that none can follow. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A platform without servers, as far as jobs notice: every signed call to /api/cron/continue is answered by a fresh
 * process of the real route, which ends by itself or is killed at the limit. Needs CRON_SECRET in the environment.
 */
export async function startServerless({ env, limitMs }: ServerlessOptions): Promise<Serverless> {
  const invocations: number[] = [];
  const running = new Set<Promise<unknown>>();
  const alive = new Set<ChildProcess>();
  let killed = 0;

  function invoke(request: string): Promise<number> {
    const args = ["--conditions=react-server", "--import", hooks, program];
    const own = { INTERNAL_URL: url, LOG_LEVEL: "silent", DATABASE_POOL_SIZE: "3" };
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...own, ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    invocations.push(child.pid ?? 0);
    alive.add(child);
    const limit = setTimeout(() => {
      killed++;
      child.kill("SIGKILL");
    }, limitMs);
    const ended = once(child, "exit").then(() => {
      clearTimeout(limit);
      alive.delete(child);
      running.delete(ended);
    });
    running.add(ended);
    // After it was killed, it reads no more.
    child.stdin.on("error", () => undefined).end(request);
    const answered = once(createInterface(child.stdout), "line").then(([line]) => Number(line));
    return Promise.race([answered, ended.then(() => 504)]);
  }

  const server = createServer(async (incoming, outgoing) => {
    const { authorization = "", "content-type": type = "" } = incoming.headers;
    const body = String(await bodyOf(incoming));
    const status = await invoke(JSON.stringify({ headers: { authorization, "content-type": type }, body }));
    outgoing.writeHead(status).end();
  });
  const { port, close } = await serve(server);
  const url = `http://127.0.0.1:${port}`;

  return {
    invocations,
    get killed() {
      return killed;
    },
    async start(kind, workspaceId, id) {
      const headers = {
        authorization: `Bearer ${process.env.CRON_SECRET}`,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ kind, workspaceId, id });
      const { status } = await fetch(`${url}/api/cron/continue`, { method: "POST", headers, body });
      if (status !== 202) throw new Error(`the invocation answered ${status}`);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      for (const child of alive) child.kill("SIGKILL");
      await Promise.all(running);
      await close();
    },
  };
}
