/**
 * How each test of scripts/reliability/promises.mjs is run: arguments of `node` and extra variables. Each runs in its
 * own process, so that a crash affects no other.
 */

const vitest = "node_modules/vitest/vitest.mjs";
const bench = ["--conditions=react-server", "--import", "./scripts/ts-hooks.mjs"];

/**
 * Measuring programs: the quick form and the full one.
 * @type {Record<string, { main?: string, quick: string[], whole: string[] }>}
 */
const programs = {
  "bench/run-chaos.ts": {
    quick: ["--rows", "60000", "--kills", "12", "--crashes", "2", "--zombies", "4"],
    whole: ["--rows", "1000000", "--kills", "300", "--crashes", "40", "--zombies", "40"],
  },
  "bench/archive.ts": { main: "archive", quick: ["--contacts", "50000"], whole: [] },
  "bench/neighbours.ts": {
    main: "neighbours",
    quick: ["--contacts", "20000", "--seconds", "10"],
    whole: ["--contacts", "700000"],
  },
};

/**
 * @param {string} test path from the root of the repository
 * @param {boolean} isWhole
 * @returns {{args: string[], env: Record<string, string>}}
 */
export function runOf(test, isWhole) {
  const env = { KITH_FULL: isWhole ? "1" : "" };
  const program = programs[test];
  if (program) {
    const { main, quick, whole } = program;
    const script = main ? ["bench/main.ts", main] : [test];
    return { args: [...bench, ...script, ...(isWhole ? whole : quick)], env };
  }
  const [, stage, name] = /^e2e\/(?:(operations|attacks)\/)?([^/]+)\.spec\.ts$/.exec(test) ?? [];
  if (name) return { args: ["scripts/test.mjs", stage ?? "e2e", name], env };
  // The files that measure CPU time need the CPU to themselves.
  return { args: [vitest, "run", "--no-file-parallelism", test], env };
}
