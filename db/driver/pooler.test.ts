import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseLimits } from "@/db/client";
import { env } from "@/lib/env";
import { faultProxy } from "@/lib/testing/doubles/fault-proxy";
import { outcome } from "@/lib/testing/doubles/faulty-database";
import { type Pooler, pgbouncerInstalled, startPgBouncer } from "@/lib/testing/doubles/pgbouncer";
import { type BoundedClient, boundedClient } from "./client";

describe.skipIf(!pgbouncerInstalled())("through PgBouncer in transaction mode", () => {
  let pooler: Pooler;
  let client: BoundedClient;

  beforeAll(async () => {
    pooler = await startPgBouncer(env().DATABASE_URL ?? "");
    client = boundedClient(pooler.address, "pooled", { max: 8, ...databaseLimits });
  });

  afterAll(async () => {
    await client.end(0);
    await pooler.close();
  });

  it("connects although the pooler refuses our start-up parameters, and shares two server connections", async () => {
    const rows = await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.pg`select ${n}::int as n, pg_backend_pid() as pid`),
    );
    expect(rows.map(([row]) => row?.n)).toEqual(rows.map((_, n) => n));
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(2);
  });

  it("runs transactions, savepoints, arrays and COPY", async () => {
    const totals = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.pg.begin(async (tx) => {
          await tx`create temporary table numbers (n int) on commit drop`;
          const rows = await tx`copy numbers from stdin`.writable();
          await pipeline(Readable.from([`${n}\n`, "1\n"]), rows);
          await tx.savepoint((inner) => inner`select 1/0`).catch(() => {});
          return tx`select sum(n)::int as total from numbers where n = any(${[n, 1]}::int[])`;
        }),
      ),
    );
    expect(totals.map(([row]) => row?.total)).toEqual(totals.map((_, n) => n + 1));
  });

  it("does not take a long statement for a dead connection, although the process ids are made up", async () => {
    await expect(client.pg`select pg_sleep(3)`).resolves.toHaveLength(1);
  });

  it("gives up a dead connection after the longest silence, which is all that can be known here", async () => {
    const proxy = await faultProxy({ host: "127.0.0.1", port: pooler.port });
    const address = `postgres://app@127.0.0.1:${proxy.port}/pooled`;
    const dying = boundedClient(address, "dying", { ...databaseLimits, max: 1, longestMs: 2_500 });
    await dying.pg`select 1`;
    proxy.onExisting("drop");
    const { code, ms } = await outcome(dying.pg`select 1`);
    expect(code).toBe("CONNECTION_LOST");
    expect(ms).toBeGreaterThan(2_400);
    expect(ms).toBeLessThan(6_000);
    expect(await dying.pg`select 1 as one`).toEqual([{ one: 1 }]);
    await dying.end(0);
    await proxy.close();
  });

  it("survives a server connection that is terminated under the pooler", async () => {
    const running = client.pg`select pg_sleep(5)`.catch((error: { code: string }) => error.code);
    await sleep(200);
    await client.pg`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(5)%' and pid <> pg_backend_pid()`;
    expect(await running).toMatch(/^(57P01|08P01|CONNECTION_LOST)$/);
    expect(await client.pg`select 1 as one`).toEqual([{ one: 1 }]);
  });
});
