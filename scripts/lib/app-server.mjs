import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Failure } from "./failure.mjs";
import { signal } from "./processes.mjs";
import { nodeProgram, root } from "./project.mjs";

const preload = fileURLToPath(new URL("preload.cjs", import.meta.url));

/**
 * The collector comes when the heap has grown by 40 % rather than doubled, and for young objects after 8 MB: an import
 * of 200 MB makes the process 40 to 120 MB bigger instead of 270, at the same speed. It has as many helpers as there
 * are cores to spare (0), not four: on two cores those made another user wait three times as long during an import.
 */
const HEAP = ["--heap-growing-percent=40", "--max-semi-space-size=8", "--v8-pool-size=0"];

/**
 * Starts Next as a child that ends with this process, however this process ends.
 * @returns {{pid: number, exited: Promise<string>, untilHealthy: () => Promise<void>, stop: (deadlineMs: number) => Promise<boolean>, kill: () => void}}
 */
export function startApp({ dev, host, port, env }) {
  const args = [
    ...HEAP,
    "--require",
    preload,
    join(root, "node_modules/next/dist/bin/next"),
    dev ? "dev" : "start",
  ];
  const child = spawn(nodeProgram(), [...args, "-H", host, "-p", String(port)], {
    cwd: root,
    env: { ...env, NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = holdOutput(child);
  let ending = "";
  const exited = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, name) => resolve(name ?? `exit code ${code}`));
  }).then((how) => {
    ending = how;
    return how;
  });

  async function untilHealthy() {
    const end = Date.now() + 120_000;
    while (!(await isHealthy(host, port))) {
      if (ending) throw new Failure(`The app ended at its start (${ending}).`, output.held());
      if (Date.now() > end) throw new Failure("The app did not answer within two minutes.", output.held());
      await sleep(50);
    }
    output.release();
  }

  /** Lets requests and work in progress end; after the deadline it is killed. True when it ended by itself. */
  async function stop(deadlineMs) {
    if (ending) return true;
    signal(child.pid, "SIGTERM");
    const inTime = await Promise.race([exited.then(() => true), sleep(deadlineMs, false, { ref: false })]);
    if (!inTime) signal(child.pid, "SIGKILL");
    await exited;
    return inTime;
  }

  const kill = () => signal(child.pid, "SIGKILL");
  return { pid: child.pid, exited, untilHealthy, stop, kill };
}

/** Next's own greeting would speak before the app answers: held back, and shown only when the start fails. */
function holdOutput(child) {
  let text = "";
  let open = false;
  const forward = (stream, target) =>
    stream.on("data", (chunk) => {
      if (open) target.write(chunk);
      else text = (text + chunk).slice(-8_000);
    });
  forward(child.stdout, process.stdout);
  forward(child.stderr, process.stderr);
  return {
    held: () => text.trim().split("\n").slice(-20).join("\n"),
    release: () => {
      open = true;
    },
  };
}

/** Asks from an address of our own, so that the question does not count against the user's rate limit. */
async function isHealthy(host, port) {
  try {
    const headers = { "x-forwarded-for": "127.0.0.2" };
    const answer = await fetch(`${localUrl(host, port)}/api/health`, {
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The address under which this machine itself reaches the app. */
export function localUrl(host, port) {
  const anywhere = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  return `http://${anywhere[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}
