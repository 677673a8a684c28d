import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/lib/ports.mjs";
import { signal } from "../scripts/lib/processes.mjs";
import { environment, nodeProgram, root } from "../scripts/lib/project.mjs";

/** The least that a route handler of Next can do, executed for each request. */
const HANDLER = `export const dynamic = "force-dynamic";
export const GET = async () => Response.json({ status: "ok" });
`;

export interface BareNext {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/**
 * An application with one handler in a folder of its own, built and started with our Next and our Node: the
 * framework's own cost of a request. It is below our folder, because a build looks for its packages upwards.
 */
export async function startBareNext(): Promise<BareNext> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "bare-next-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(join(folder, "app", "api", "bare"), { recursive: true });
    writeFileSync(join(folder, "app/api/bare/route.js"), HANDLER);
    writeFileSync(
      join(folder, "app/layout.js"),
      "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n",
    );
    writeFileSync(join(folder, "package.json"), '{ "name": "bare", "private": true }\n');
    const config = { poweredByHeader: false, turbopack: { root }, outputFileTracingRoot: root };
    writeFileSync(join(folder, "next.config.mjs"), `export default ${JSON.stringify(config)};\n`);
    return await start(folder, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

async function start(folder: string, remove: () => void): Promise<BareNext> {
  const next = join(root, "node_modules/next/dist/bin/next");
  const env = environment({ ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const built = spawnSync(nodeProgram(), [next, "build"], { cwd: folder, env, encoding: "utf8" });
  if (built.status !== 0)
    throw new Error(`The bare application was not built.\n${built.stdout}${built.stderr}`);
  const port = await freePort();
  const child = spawn(nodeProgram(), [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}/api/bare`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries++) {
    if (tries > 300) throw new Error("The bare application did not answer.");
    await sleep(100);
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      signal(child.pid, "SIGTERM");
      await ended;
      remove();
    },
  };
}
