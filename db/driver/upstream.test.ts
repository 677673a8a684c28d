import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Options } from "postgres";
import { describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { faultProxy } from "@/lib/testing/doubles/fault-proxy";
import { parseTarget } from "./target.mjs";

const address = env().DATABASE_URL ?? "";

async function onBareClient<T>(options: Options<never>, work: (pg: postgres.Sql) => Promise<T>): Promise<T> {
  const pg = postgres(address, { max: 1, onnotice: () => {}, ...options });
  try {
    return await work(pg);
  } finally {
    await pg.end({ timeout: 0 });
  }
}

/** Two more of these are in faults.test.ts: "when it is used as it is". */
describe("postgres.js as it is (where one of these fails after an upgrade, README.md says what may go)", () => {
  it("never ends a COPY that fails after its last byte", async () => {
    const ended = await onBareClient({}, async (pg) => {
      await pg`create temporary table once (n int primary key)`;
      const rows = await pg`copy once from stdin`.writable();
      const copied = pipeline(Readable.from(["1\n", "1\n"]), rows).then(
        () => "copied",
        () => "told",
      );
      return Promise.race([copied, sleep(1_500, "silent")]);
    });
    expect(ended).not.toBe("told");
  });

  it("puts rows behind holes after a statement that failed among its own", async () => {
    const rows = await onBareClient({}, async (pg) => {
      await pg`select 1 / (3 - n) from generate_series(1, 5) n`.catch(() => {});
      return pg`select n from generate_series(1, 2) n`;
    });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toBeUndefined();
  });

  it("never notices that a connection is half open", async () => {
    const { host, port, path } = parseTarget(address);
    const proxy = await faultProxy(path ? { path } : { host, port });
    const through = { host: "127.0.0.1", port: proxy.port, connect_timeout: 1, keep_alive: 1 };
    const ended = await onBareClient(through, async (pg) => {
      await pg`select 1`;
      proxy.onExisting("drop");
      proxy.onNew("drop");
      return Promise.race([pg`select 1`.catch(() => "told"), sleep(5_000, "silent")]);
    });
    await proxy.close();
    expect(ended).toBe("silent");
  });

  it("knows no array types unless it asks each new connection for them", async () => {
    const [row] = await onBareClient({ fetch_types: false }, (pg) => pg`select array[1, 2] as list`);
    expect(row?.list).toBe("{1,2}");
  });

  it("names every tagged template where statements may be named at all", async () => {
    const names = await onBareClient({ prepare: true }, async (pg) => {
      await pg`select ${1}::int`;
      return pg.unsafe("select name from pg_prepared_statements");
    });
    expect(names.length).toBeGreaterThan(0);
  });
});
