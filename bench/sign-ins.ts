import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startProduct } from "../scripts/lib/product.mjs";
import { nodeProgram } from "../scripts/lib/project.mjs";
import { anotherAddress, type Caller, callerOf } from "./caller";
import { percentile, writeReport } from "./report";

/**
 * `npm run bench sign-ins`: what sign-ins at full rate cost a user who reads the first page of her list, measured from
 * outside on the built product. `--callers` send requests all the time, each from another address, and wait as long as
 * they are told to: half of them have the right password. `--check` fails when the reader's p95 more than doubles,
 * `--write` puts the table into docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "15" },
    callers: { type: "string", default: "60" },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const callers = Number(values.callers);
const PASSWORD = "correct horse battery";

interface Answers {
  [status: number]: number;
}

async function post(url: string, key: string, path: string, body: object): Promise<Answered> {
  const headers = { apikey: key, "content-type": "application/json", "x-forwarded-for": anotherAddress() };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/auth/v1/${path}`, sent);
  await response.arrayBuffer();
  return { status: response.status, waitMs: 1000 * Number(response.headers.get("retry-after") ?? 0) };
}

async function read(reader: Caller, forMs: number): Promise<number[]> {
  const end = performance.now() + forMs;
  const latencies: number[] = [];
  while (performance.now() < end) {
    const from = performance.now();
    const { status } = await reader("/api/contacts");
    if (status !== 200) throw new Error(`the reader got ${status}`);
    latencies.push(performance.now() - from);
    await sleep(15);
  }
  return latencies;
}

/** One of those who sign in; each has an account of their own, so that no limit per account stops it. */
async function signInUntil(end: AbortSignal, number: number, sign: SignIn, answers: Answers): Promise<void> {
  for (let turn = 0; !end.aborted; turn++) {
    const email = `user-${number}-${turn % 8}@bench.example`;
    const { status, waitMs } = await sign(email, number % 2 === 0 ? PASSWORD : "wrong");
    answers[status] = (answers[status] ?? 0) + 1;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: end }).catch(() => undefined);
  }
}

interface Answered {
  status: number;
  /** The wait before it may try again. */
  waitMs: number;
}

type SignIn = (email: string, password: string) => Promise<Answered>;

const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
chmodSync(folder, 0o711);
const dataDir = join(folder, "data");
const product = await startProduct({ dataDir, env: { AUTH_SIGNUPS_PER_DAY: "0" } });
try {
  const reader = callerOf(
    { folder: process.cwd(), dataDir, url: product.url, node: nodeProgram() },
    "reader@bench.example",
  );
  const page = await (await fetch(`${product.url}/sign-in`)).text();
  const key = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";
  for (let number = 0; number < callers; number += 2)
    await post(product.url, key, "signup", { email: `user-${number}-0@bench.example`, password: PASSWORD });
  for (let n = 0; n < 200; n++) await reader("/api/contacts");
  const alone = await read(reader, 10_000);
  const over = new AbortController();
  const answers: Answers = {};
  const sign: SignIn = (email, password) =>
    post(product.url, key, "token?grant_type=password", { email, password });
  const all = Array.from({ length: callers }, (_, number) => signInUntil(over.signal, number, sign, answers));
  const beside = await read(reader, Number(values.seconds) * 1000);
  over.abort();
  await Promise.all(all);
  report(alone, beside, answers);
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(alone: number[], beside: number[], answers: Answers): void {
  const at = (list: number[], part: number) => percentile(list, part).toFixed(1);
  const times = percentile(beside, 0.95) / percentile(alone, 0.95);
  const row = (name: string, list: number[], ...rest: string[]) =>
    `| ${[name, `${at(list, 0.5)} / ${at(list, 0.95)} / ${at(list, 0.99)}`, ...rest, list.length].join(" | ")} |`;
  const counted = Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
  const table = [
    "`npm run bench sign-ins`: what sign-ins at full rate cost somebody who reads.",
    "",
    `${callers} callers who sign in for ${values.seconds} s as fast as they are let, from as many addresses as calls, half of them with a right password: ${counted}. ${cpus().length} cores, Node ${process.version}, one run.`,
    "",
    "| the reader | list, p50 / p95 / p99 ms | × alone (p95) | answers |",
    "|---|---|---|---|",
    row("alone", alone, ""),
    row("beside them", beside, times.toFixed(1)),
  ].join("\n");
  console.log(table);
  if (values.write) writeReport("sign-ins", table);
  if (values.check && times > 2) process.exitCode = 1;
}
