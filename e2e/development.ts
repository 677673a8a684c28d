import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { embeddedOnly } from "../scripts/lib/product.mjs";

/** A copy of the sources to run `npm run dev` in, inside the project, so that it uses the project's packages. */
export function copyProject(): string {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache", "dev-"));
  const left = /^(\..*|node_modules|test-results|e2e|bench|docs)$/;
  for (const name of readdirSync(".").filter((name) => !left.test(name)))
    cpSync(name, join(folder, name), { recursive: true });
  // Without it Tailwind looks for class names in the data folder too, and fails on the database's socket.
  cpSync(".gitignore", join(folder, ".gitignore"));
  symlinkSync("../../node_modules", join(folder, "node_modules"));
  return folder;
}

/** How a contributor's command runs there, with everything embedded. */
export function asContributor(folder: string, port: number): SpawnOptions {
  return {
    cwd: folder,
    env: { ...process.env, ...embeddedOnly(), DATA_DIR: join(folder, ".data"), PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  };
}

/** Follows what a command says. `end` stops it, and returns its exit code when it has removed the copy. */
export function follow(npm: ChildProcess, folder: string) {
  let text = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  const ended = once(npm, "close");
  const end = async (): Promise<number> => {
    npm.kill("SIGTERM");
    const [code] = await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return code;
  };
  return { said: () => text, end };
}
