import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    // The marker package throws outside a React server build, and tests are not one.
    alias: [
      { find: /^@\//, replacement: root },
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    include: ["**/*.test.{ts,tsx,mjs}"],
    exclude: ["node_modules/**", ".next/**", ".data/**", ".cache/**", "e2e/**"],
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/setup.ts"],
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
    // A thread of its own for each file: as isolated as a process, and a sixth cheaper.
    pool: "threads",
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
  },
});
