import { spawn } from "node:child_process";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { freePort } from "./ports.mjs";
import { signal } from "./processes.mjs";
import { environment, nodeProgram, root } from "./project.mjs";
import { hostsOf, SERVICES } from "./services.mjs";

/**
 * Starts the product as a user does, through its supervisor, for tests and measurements. Resolves when it is ready.
 * `heard` gets all output; `output` is the end of it. `folder` is another copy of the product than this one, `user`
 * the user it runs as.
 * @returns {Promise<{url: string, pid: number, ended: Promise<{code: number|null, output: string}>, stop: () => Promise<{code: number|null, output: string}>}>}
 * @param {{ dataDir: string, env?: import("./types.ts").Env, port?: number, heard?: (text: string) => void, folder?: string, user?: import("./types.ts").ServerUser }} options
 */
export async function startProduct({
  dataDir,
  env = {},
  port: wanted = 0,
  heard = (/** @type {string} */ _text) => {},
  folder = root,
  user = null,
}) {
  const port = wanted || (await freePort());
  const child = spawn(nodeProgram(), [join(folder, "scripts/start.mjs")], {
    cwd: folder,
    ...user,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environment({
      ...embeddedOnly(),
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "error",
      ...env,
    }),
  });
  let output = "";
  const keep = (/** @type {string} */ text) => {
    output = (output + text).slice(-20_000);
    heard(text);
  };
  const ended = new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", keep);
  const ready = new Promise((resolve) => child.once("message", () => resolve(null)));
  const end = await Promise.race([ready, ended]);
  if (end) throw new Failure("The product did not start.", end.output);
  const stop = () => {
    signal(child.pid, "SIGTERM");
    return ended;
  };
  return { url: `http://localhost:${port}`, pid: child.pid ?? 0, ended, stop };
}

/**
 * No configuration of the machine may send a test's contacts or mail to a real service. Empty rather than absent,
 * because a `.env` file fills in what is absent.
 */
export function embeddedOnly() {
  const services = SERVICES.flatMap(hostsOf).flatMap(({ hostedBy, needs }) => [hostedBy, ...needs]);
  const hosted = [...services, "RESEND_BASE_URL", "INTERNAL_URL", "HOST"];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  // As under npm: a supervisor whose parent dies stops, so that a killed test run leaves none behind.
  const watched = { npm_lifecycle_event: "test" };
  // The tests act as a proxy: each names the address it calls from.
  const proxied = { TRUSTED_PROXY_HOPS: "1" };
  return {
    ...Object.fromEntries(own),
    ...watched,
    ...proxied,
    ...Object.fromEntries(hosted.map((name) => [name, ""])),
  };
}
