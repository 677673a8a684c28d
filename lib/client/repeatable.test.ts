import { afterEach, expect, it, vi } from "vitest";
import { ApiFailure } from "./failure";
import { repeatable } from "./repeatable";

const lost = () => new ApiFailure({ status: 0, code: "NETWORK", message: "lost" });
const refused = (code = "CONFLICT") => new ApiFailure({ status: 409, code, message: "refused" });

/** Creates what is asked for; fails with each of the reasons first. Returns the keys that were sent. */
function creating(...reasons: ApiFailure[]) {
  const keys: string[] = [];
  const create = repeatable(async (_: { name: string }, headers) => {
    keys.push(headers["idempotency-key"]);
    const reason = reasons.shift();
    if (reason) throw reason;
  });
  return { keys, ask: (name: string) => create({ name }).catch(() => undefined) };
}

afterEach(() => void vi.useRealTimers());

it("asks under the same key until it is answered", async () => {
  const { keys, ask } = creating(lost(), refused("IDEMPOTENCY_CONFLICT"));
  for (let press = 0; press < 4; press++) await ask("all");
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

it("asks under another key for something else, and after a refusal", async () => {
  const { keys, ask } = creating(lost(), refused());
  for (const name of ["all", "some", "some"]) await ask(name);
  expect(new Set(keys).size).toBe(3);
});

it("asks anew when the answer was lost long ago", async () => {
  vi.useFakeTimers();
  const { keys, ask } = creating(lost());
  await ask("all");
  vi.advanceTimersByTime(11 * 60_000);
  await ask("all");
  expect(new Set(keys).size).toBe(2);
});
