import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { parseTarget } from "@/db/driver/target.mjs";
import { type FaultProxy, faultProxy } from "@/lib/testing/doubles/fault-proxy";
import { outcome } from "@/lib/testing/doubles/faulty-database";
import { lookAtDatabase, migrateDatabase } from "./lib/migrations.mjs";
import { emptyDatabases, onDatabase } from "./testing/databases.mjs";
import { productForTests } from "./testing/lifecycle.mjs";

vi.setConfig({ testTimeout: 90_000 });

/** The cost of a start with a broken database: it reports the fault, and nobody waits longer than the limit. */
const BOUND_MS = 20_000;

const place = productForTests();
const newDatabase = emptyDatabases();
let proxy: FaultProxy;

/** The same database, through the proxy. */
function broken(url: string, parameters = ""): string {
  const address = new URL(url);
  address.hostname = "127.0.0.1";
  address.port = String(proxy.port);
  address.search = parameters;
  return address.href;
}

beforeEach(async () => {
  const { host, port } = parseTarget(inject("clusterUrl"));
  proxy = await faultProxy({ host, port });
});
afterEach(() => proxy.close());

describe.each([
  ["swallows every answer", "drop", "CONNECTION_TIMEOUT"],
  ["ends the connection at start", "fin", "CONNECTION_REFUSED"],
  ["resets the connection at start", "reset", "CONNECTION_REFUSED"],
] as const)("a database that %s", (_, fault, code) => {
  it.each(["", "?pgbouncer=true"])("is told to whoever migrates or looks at it%s", async (parameters) => {
    proxy.onNew(fault);
    const url = broken(await newDatabase(), parameters);
    for (const work of [migrateDatabase(url), lookAtDatabase(url)]) {
      const ended = await Promise.race([outcome(work), sleep(BOUND_MS, { code: "hangs", ms: 0 })]);
      expect(ended.code).toBe(code);
    }
  });

  it("ends a start in plain words", async () => {
    proxy.onNew(fault);
    place.emptyFolder();
    const kith = place.start({ DATABASE_URL: broken(await newDatabase()) });
    const ended = await Promise.race([kith.ended, sleep(BOUND_MS, { code: "hangs", output: "" })]);
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining("cannot be used (") });
    expect(ended.output).not.toContain(new URL(inject("clusterUrl")).password);
  });
});

it.each(["", "?pgbouncer=true"])(
  "a database that falls silent during the migrations is given up%s",
  async (parameters) => {
    const direct = await newDatabase();
    const ended = await onDatabase(direct, (pg) =>
      pg.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(7458120)`; // as another process that migrates
        const migrating = outcome(migrateDatabase(broken(direct, parameters)));
        while (proxy.accepted === 0) await sleep(20);
        await sleep(1_000);
        proxy.onNew("drop");
        proxy.onExisting("drop");
        return Promise.race([migrating, sleep(BOUND_MS, { code: "hangs", ms: 0 })]);
      }),
    );
    expect(ended.code).toBe("CONNECTION_LOST");
    expect(await migrateDatabase(direct)).toBeGreaterThan(10);
  },
);
