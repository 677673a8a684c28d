import { Worker } from "node:worker_threads";

interface ScryptJob {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  options: { N: number; r: number; p: number; maxmem: number };
}

/**
 * scrypt in separate threads of low priority: on a busy machine, requests go first and hashing gets the rest. Node's
 * own pool would share its threads with file access and the verification of every access token. The source is a
 * string, so that no bundler has to find a file; where a system has no thread priorities, the thread runs at the usual
 * one.
 */
const SOURCE = `
const { parentPort } = require("node:worker_threads");
const { scryptSync } = require("node:crypto");
try {
  const thread = require("node:fs").readlinkSync("/proc/thread-self").split("/").pop();
  require("node:os").setPriority(Number(thread), 4);
} catch {}
parentPort.on("message", ({ password, salt, keyBytes, options }) => {
  parentPort.postMessage(scryptSync(password, salt, keyBytes, options));
});`;

const holder = globalThis as typeof globalThis & { kithScryptThreads?: Worker[] };

/** Runs one job in a free thread, created if there is none: callers bound how many jobs run at once (hashing.ts). */
export function scryptAside(job: ScryptJob): Promise<Buffer> {
  holder.kithScryptThreads ??= [];
  const free = holder.kithScryptThreads;
  const worker = free.pop() ?? newThread(free);
  // Only a job keeps the process alive, an idle thread does not.
  worker.ref();
  return new Promise((resolve, reject) => {
    const quiet = () => worker.off("message", done).off("error", failed).off("exit", failed);
    const done = (key: Uint8Array) => {
      quiet();
      worker.unref();
      free.push(worker);
      resolve(Buffer.from(key));
    };
    const failed = (reason: unknown) => {
      quiet();
      reject(reason instanceof Error ? reason : new Error(`the hashing thread ended (${String(reason)})`));
    };
    worker.on("message", done).on("error", failed).on("exit", failed);
    worker.postMessage(job);
  });
}

/** A thread that ends while idle is not used again. */
function newThread(free: Worker[]): Worker {
  const worker = new Worker(SOURCE, { eval: true, env: {}, execArgv: [] });
  worker.on("exit", () => {
    if (free.includes(worker)) free.splice(free.indexOf(worker), 1);
  });
  return worker;
}
