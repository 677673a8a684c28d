import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach } from "vitest";
import { freePort } from "../lib/ports.mjs";
import { runningPostgresUrl } from "../lib/postgres.mjs";
import { signal } from "../lib/processes.mjs";
import { makeProduct, run } from "./product.mjs";

/** A product for the tests of one file: each test has a port of its own, and what it started is stopped after it. */
export function productForTests() {
  const product = makeProduct();
  const usual = join(product.folder, "data");
  let started = [];
  const place = { folder: product.folder, port: 0, dataDir: usual };

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

  place.start = (env = {}) => {
    const each = run(product.folder, { env: { PORT: String(place.port), DATA_DIR: place.dataDir, ...env } });
    started.push(each);
    return each;
  };
  /** Most tests share a folder, because creating a database takes longer than all the rest. */
  place.emptyFolder = () => {
    place.dataDir = join(product.folder, `data-${place.port}`);
    mkdirSync(place.dataDir);
  };
  place.askApp = async () => (await fetch(`http://127.0.0.1:${place.port}/api/health`)).json();
  place.databasePid = () =>
    Number(readFileSync(join(place.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
  /** As the database's owner. */
  place.onDatabase = async (work) => {
    const owner = runningPostgresUrl(place.dataDir);
    const pg = postgres(owner ?? (await place.askApp()).databaseUrl, { max: 1, onnotice: () => {} });
    try {
      return await work(pg);
    } finally {
      await pg.end();
    }
  };
  return place;
}
