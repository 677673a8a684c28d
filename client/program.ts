import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeEach } from "vitest";

const program = fileURLToPath(new URL("cli/kith.mjs", import.meta.url));

/**
 * The command line without a terminal, in a folder of its own for each test, which is its config folder, too. Its
 * stdin ends after `input`; with null it stays open.
 */
export function programInFolder() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kith-cli-"));
    return () => rmSync(folder, { recursive: true });
  });
  const start = (args: string[], env: Record<string, string> = {}, input: string | null = "") => {
    const { KITH_URL: _url, KITH_TOKEN: _token, ...ours } = process.env;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...ours, XDG_CONFIG_HOME: folder, ...env },
    });
    // It may end before it reads.
    child.stdin.on("error", () => undefined);
    if (input !== null) child.stdin.end(input);
    const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]).then(
      ([[code], out, err]) => ({ code, out, err }),
    );
    /** Resolves when it reads: it takes more than a pipe holds. */
    const reads = () => new Promise<void>((done) => child.stdin.write("\n".repeat(300_000), () => done()));
    return { ended, reads, interrupt: (name: NodeJS.Signals = "SIGINT") => child.kill(name) };
  };
  const run = (...given: Parameters<typeof start>) => start(...given).ended;
  return { start, run, folder: () => folder };
}
