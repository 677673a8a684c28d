import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readState } from "./lib/postgres-leftovers.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const folder = temporaryFolder();

it("says what a server says of itself, and nothing when its file is going at that moment", async () => {
  const file = join(folder, "postmaster.pid");
  const lines = "7\\n/data\\n1\\n5432\\n\\n127.0.0.1\\n\\nready";
  const loop = `while :; do printf '${lines}' > "$0.new"; mv "$0.new" "$0"; rm "$0"; done`;
  const shell = spawn("sh", ["-c", loop, file], { stdio: "ignore" });
  const seen = new Map([
    [true, 0],
    [false, 0],
  ]);
  const end = performance.now() + 1500;
  try {
    while (performance.now() < end) {
      const state = readState(folder);
      if (state) expect(state).toEqual({ pid: 7, port: 5432, status: "ready" });
      seen.set(state !== null, (seen.get(state !== null) ?? 0) + 1);
    }
  } finally {
    shell.kill("SIGKILL");
    await once(shell, "close");
  }
  expect(Math.min(...seen.values())).toBeGreaterThan(0);
});
