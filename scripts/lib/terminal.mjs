const colours = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (/** @type {string} */ code) => (/** @type {string} */ text) =>
  colours ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = paint("1");
export const dim = paint("2");
export const green = paint("32");
export const yellow = paint("33");
export const red = paint("31");

/** How often a slow step says that it goes on; a line of its own, because the output may be a log. */
const SIGN_MS = 30_000;

/**
 * Announces a slow step before it begins, says now and then that it goes on, and prints how long it took when it is
 * done.
 * @param {string} doing
 * @param {string} done
 * @param {() => Promise<T>} work
 * @template T
 */
export async function step(doing, done, work) {
  console.log(`  ${dim("…")} ${doing}`);
  const from = performance.now();
  const what = doing.replace(/ \(.*/, "");
  const signs = setInterval(
    () => console.log(`  ${dim("…")} ${what} goes on: ${minutesSince(from)} so far`),
    SIGN_MS,
  );
  const result = await work().finally(() => clearInterval(signs));
  console.log(`  ${green("✓")} ${done} ${dim(`in ${seconds(performance.now() - from)}`)}`);
  return result;
}

/** @param {number} ms */
export function seconds(ms) {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/**
 * `4:05 min`.
 * @param {number} from
 */
export function minutesSince(from) {
  const all = Math.round((performance.now() - from) / 1000);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")} min`;
}
