import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";
import { freePort } from "../lib/ports.mjs";
import { runningPostgresUrl } from "../lib/postgres.mjs";
import { signal } from "../lib/processes.mjs";
import { onDatabase } from "./databases.mjs";
import { makeProduct, run } from "./product.mjs";

/** A product for the tests of one file: each test has a port of its own, and what it started is stopped after it. */
export function productForTests() {
  const product = makeProduct();
  const usual = join(product.folder, "data");
  /** @type {ReturnType<typeof run>[]} */
  let started = [];
  const place = {
    folder: product.folder,
    port: 0,
    dataDir: usual,

    /** @param {Record<string, string | undefined>} [env] */
    start(env = {}) {
      const each = run(product.folder, {
        env: { PORT: String(place.port), DATA_DIR: place.dataDir, ...env },
      });
      started.push(each);
      return each;
    },

    /** Most tests share a folder, because creating a database takes longer than all the rest. */
    emptyFolder() {
      place.dataDir = join(product.folder, `data-${place.port}`);
      mkdirSync(place.dataDir);
    },

    askApp: async () => (await fetch(`http://127.0.0.1:${place.port}/api/health`)).json(),

    databasePid: () =>
      Number(readFileSync(join(place.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]),

    /**
     * As the database's owner.
     * @template T
     * @param {(pg: import("postgres").Sql) => Promise<T>} work
     */
    async onDatabase(work) {
      return onDatabase(runningPostgresUrl(place.dataDir) ?? (await place.askApp()).databaseUrl, work);
    },
  };

  beforeEach(async () => {
    place.port = await freePort();
    place.dataDir = usual;
  });
  afterEach(async () => {
    for (const each of started) {
      signal(each.pid, "SIGTERM");
      await each.ended;
    }
    started = [];
  });
  afterAll(() => product.remove());
  return place;
}
