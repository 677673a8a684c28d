import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Failure } from "./failure.mjs";
import { nodeProgram, root } from "./project.mjs";

const program = join(root, "lib/testing/doubles/hosted-services.mjs");

/**
 * Doubles of every hosted service, in a process of their own, for a product that will be at `address`.
 * @returns {Promise<{product: Record<string, string>, tests: Record<string, string>, stop: () => Promise<void>}>}
 * @param {string} address
 */
export async function startHostedDoubles(address) {
  const hooks = join(root, "scripts/ts-hooks.mjs");
  // Without the condition react-server, under which React cannot render mail.
  const args = ["--import", hooks, program, address];
  const child = spawn(nodeProgram(), args, {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "error" },
  });
  const exited = once(child, "exit");
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith("{")) return JSON.parse(line);
      console.log(`  ${line}`);
    }
  })();
  const environments = await Promise.race([ready, exited.then(() => undefined)]);
  if (!environments) throw new Failure("The doubles of the hosted services did not start.");
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { ...environments, stop };
}
