import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Failure } from "./failure.mjs";
import { heapFlags, heapLimitMb } from "./heap.mjs";
import { KILLED, signal } from "./processes.mjs";
import { compiledFolder, isPacked, nodeProgram, root, UNEXPANDED } from "./project.mjs";
import { watchPulse } from "./pulse.mjs";

/** @import { ConnectionListener, Env } from "./types.ts" */

/** What the app says of variables that it cannot use (lib/env.ts); it then answers nothing well. */
const MISCONFIGURED = /Configuration is not usable:\n((?: +[A-Z0-9_]+: .*\n?)+)/;

const besides = (/** @type {string} */ name) => ["--require", fileURLToPath(new URL(name, import.meta.url))];

/**
 * Starts Next as a child that ends with this process, however this process ends. A built app has a heap of a known
 * size, gets its connections from the supervisor's listener, and is killed when it hangs; `next dev` listens itself,
 * passes its flags on in NODE_OPTIONS, which accepts none for the heap, and compiles for as long as it likes.
 * @param {{ dev?: boolean, host: string, port: number, env: Env, listener?: ConnectionListener, processes?: number }} options
 * @returns {import("./types.ts").App}
 */
export function startApp({ dev = false, host, port, env, listener, processes = 1 }) {
  const own = dev ? [] : [...heapFlags(env.NODE_OPTIONS, processes), ...besides("heartbeat.cjs")];
  const args = [...own, ...besides("preload.cjs"), ...server(dev, host, port)];
  const child = spawn(nodeProgram(), args, {
    cwd: root,
    // Hashing, file access and token checks share this pool: none of them may wait for the others.
    env: {
      UV_THREADPOOL_SIZE: "16",
      // A third of a start is compiling: what one process compiled the next ones read. Without this folder, they compile.
      ...(dev ? {} : { NODE_COMPILE_CACHE: compiledFolder }),
      ...env,
      ...(dev ? {} : UNEXPANDED),
      // An image's server reads these instead of flags; a container has its own host name there.
      HOSTNAME: host,
      PORT: String(port),
      KITH_LISTENER: listener ? "1" : "",
      NODE_ENV: dev ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const registration = listener?.register(child);
  const output = holdOutput(child);
  let ending = "";
  let killedFor = "";
  let unwatch = () => {};
  const exited = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, name) => resolve(name ?? `exit code ${code}`));
  }).then((how) => {
    ending = how;
    unwatch();
    return how;
  });

  const kill = (reason = "") => {
    killedFor ||= reason;
    signal(child.pid, "SIGKILL");
  };

  async function untilHealthy() {
    // In development the app is compiled first, which takes a while on a busy machine.
    const minutes = dev ? 10 : 2;
    const end = Date.now() + minutes * 60_000;
    while (ending || !(await isHealthy())) {
      if (ending) throw new Failure(`The app ended at its start (${ending}).`, output.held());
      const wrong = MISCONFIGURED.exec(output.held())?.[1];
      if (wrong)
        throw new Failure("The configuration is not usable (.env.example explains each).", wrong.trimEnd());
      if (Date.now() > end)
        throw new Failure(`The app did not answer within ${minutes} minutes.`, output.held());
      await sleep(50);
    }
    output.release();
    registration?.open();
    if (dev) return;
    const ask = () => isHealthy(10_000);
    unwatch = watchPulse(child, { ask, onHung: () => kill("hung for more than half a minute") });
  }

  /** @param {number} [timeoutMs] */
  async function isHealthy(timeoutMs) {
    const ask = (/** @type {string} */ url) => answersWell(url, env, timeoutMs);
    return registration ? registration.ask(ask) : ask(localUrl(host, port));
  }

  /**
   * Accepts no more connections, and lets existing ones end. Resolves when the last one is closed, after the deadline
   * at the latest.
   * @param {number} deadlineMs
   */
  async function leave(deadlineMs) {
    registration?.close();
    const left = new Promise((resolve) => {
      child.on("message", (/** @type {{ left?: boolean }} */ message) => message.left && resolve(null));
    });
    child.send({ leave: true }, () => {});
    await Promise.race([left, exited, sleep(deadlineMs, null, { ref: false })]);
  }

  /**
   * Lets requests and work in progress end; after the deadline it is killed. True when it ended by itself.
   * @param {number} deadlineMs
   */
  async function stop(deadlineMs) {
    if (ending) return true;
    unwatch();
    registration?.close();
    signal(child.pid, "SIGTERM");
    const inTime = await Promise.race([exited.then(() => true), sleep(deadlineMs, false, { ref: false })]);
    if (!inTime) kill();
    await exited;
    return inTime;
  }

  const reason = () => {
    if (killedFor) return killedFor;
    if (/heap out of memory/.test(output.tail())) return outOfMemory(env.NODE_OPTIONS, processes);
    return ending === "SIGKILL" ? KILLED : `ended (${ending})`;
  };
  const hasEnded = () => ending !== "";
  return { pid: child.pid, exited, hasEnded, reason, untilHealthy, leave, stop, kill };
}

/**
 * @param {boolean} dev
 * @param {string} host
 * @param {number} port
 */
function server(dev, host, port) {
  if (isPacked) return [join(root, "server.js")];
  const next = join(root, "node_modules/next/dist/bin/next");
  return [next, dev ? "dev" : "start", "-H", host, "-p", String(port)];
}

/**
 * @param {string | undefined} nodeOptions
 * @param {number} processes
 */
function outOfMemory(nodeOptions, processes) {
  const limit = heapLimitMb(nodeOptions, processes);
  return `ran out of memory${limit ? ` (it may use ${limit} MB: NODE_OPTIONS=--max-old-space-size=… gives it more)` : ""}`;
}

/**
 * Next prints its banner before the app answers: it is held back, and shown only when the start fails. The last
 * output is always kept, to explain why the app ended.
 * @param {import("node:child_process").ChildProcess} child
 */
function holdOutput(child) {
  let text = "";
  let open = false;
  const forward = (
    /** @type {import("node:stream").Readable | null} */ stream,
    /** @type {NodeJS.WriteStream} */ target,
  ) =>
    stream?.on("data", (chunk) => {
      if (open) target.write(chunk);
      text = (text + chunk).slice(-8_000);
    });
  forward(child.stdout, process.stdout);
  forward(child.stderr, process.stderr);
  return {
    held: () => text.trim().split("\n").map(readable).slice(-20).join("\n"),
    tail: () => text,
    release: () => {
      open = true;
    },
  };
}

/**
 * The message of a line that the app wrote as JSON.
 * @param {string} line
 */
function readable(line) {
  try {
    return JSON.parse(line).msg ?? line;
  } catch {
    return line;
  }
}

/**
 * Sends the app's own secret, so that the request does not count against the user's rate limit.
 * @param {string} url
 * @param {Env} options
 */
async function answersWell(url, { CRON_SECRET }, timeoutMs = 30_000) {
  try {
    const headers = { authorization: `Bearer ${CRON_SECRET}` };
    const answer = await fetch(`${url}/api/health`, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * The address at which this machine itself reaches the app.
 * @param {string} host
 * @param {number} port
 */
export function localUrl(host, port) {
  /** @type {Record<string, string | undefined>} */
  const anywhere = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  return `http://${anywhere[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}
