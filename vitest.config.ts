import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Tests that change their process for good: they replace modules in it, or make passwords cheap. */
const CHANGES = /\bvi\.(mock|doMock|hoisted|resetModules)\(|testing\/cheap-passwords"/;
const alone = ["app", "client", "components", "db", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) => CHANGES.test(readFileSync(join(root, name), "utf8")))
  .map((name) => name.replaceAll(/[[\]]/g, "\\$&"));

export default defineConfig({
  resolve: {
    // The marker package throws outside a React server build, and tests are not one.
    alias: [
      { find: /^@\//, replacement: root },
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/setup.ts"],
    // Loading the product takes longer than most files' tests, so they share a process one after the other.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["**/*.test.{ts,tsx}"],
          exclude: ["node_modules/**", ".next/**", ".data/**", ".cache/**", "e2e/**", "scripts/**", ...alone],
        },
      },
      { extends: true, test: { name: "alone", include: [...alone, "scripts/**/*.test.{ts,mjs}"] } },
    ],
    // Node takes a second to load its many modules one by one.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            "drizzle-orm",
            "drizzle-orm/errors",
            "drizzle-orm/pg-core",
            "drizzle-orm/postgres-js",
            "drizzle-orm/postgres-js/migrator",
          ],
        },
      },
    },
    pool: "forks",
    maxWorkers: Math.min(6, Math.max(2, availableParallelism())),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No second try, not even in CI: a test that needs one has failed.
    retry: 0,
    reporters: [
      "default",
      ...(process.env.KITH_RESULTS ? ["./scripts/reliability/vitest-reporter.mjs"] : []),
    ],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
