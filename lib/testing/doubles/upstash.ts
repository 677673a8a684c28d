import { createHash } from "node:crypto";
import { bodyOf, type ServiceDouble, sendJson, serviceDouble } from "./http";

type Reply = { result: unknown } | { error: string };

/**
 * Upstash's Redis over REST, as far as the rate limiter SDK needs it: EVAL and EVALSHA of its sliding-window script,
 * whose Lua is reimplemented here in JavaScript. Any other script or command is an error.
 */
export async function upstashDouble(token: string): Promise<ServiceDouble> {
  const scripts = new Set<string>();
  const counters = new Map<string, { value: number; expiresAt: number }>();

  function counter(key: string): number {
    const found = counters.get(key);
    return found && found.expiresAt > Date.now() ? found.value : 0;
  }

  /** The script of @upstash/ratelimit 2.2, line by line. */
  function slidingWindow([currentKey = "", previousKey = ""]: string[], argv: string[]): [number, number] {
    const [tokens = 0, now = 0, window = 1, increment = 1] = argv.map(Number);
    const current = counter(currentKey);
    const previous = Math.floor((1 - (now % window) / window) * counter(previousKey));
    if (increment > 0 && previous + current >= tokens) return [-1, tokens];
    const value = current + increment;
    counters.set(currentKey, { value, expiresAt: Date.now() + window * 2 + 1_000 });
    return [tokens - (value + previous), tokens];
  }

  function run([name, script, count, ...rest]: string[]): Reply {
    const command = name?.toUpperCase();
    if (command === "EVAL" && script?.includes("INCRBY") && script.includes("requestsInPreviousWindow")) {
      scripts.add(createHash("sha1").update(script).digest("hex"));
    } else if (command !== "EVALSHA") {
      return { error: `ERR the double does not know this ${command}` };
    } else if (!scripts.has(script ?? "")) {
      return { error: "NOSCRIPT No matching script. Please use EVAL." };
    }
    const keys = Number(count);
    return { result: slidingWindow(rest.slice(0, keys), rest.slice(keys)) };
  }

  return serviceDouble(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return sendJson(response, 401, { error: "WRONGPASS" });
    const body: unknown[] = JSON.parse(String(await bodyOf(request)));
    if (request.url === "/pipeline")
      return sendJson(
        response,
        200,
        body.map((command) => run(words(command))),
      );
    const reply = run(words(body));
    sendJson(response, "error" in reply ? 400 : 200, reply);
  });
}

function words(command: unknown): string[] {
  return Array.isArray(command) ? command.map(String) : [];
}
