import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseLimits } from "@/db/client";
import { env } from "@/lib/env";
import { type FaultProxy, faultProxy } from "@/lib/testing/doubles/fault-proxy";
import { type BoundedClient, boundedClient, type DatabaseLimits } from "./client";
import { parseTarget } from "./target";

const address = env().DATABASE_URL ?? "";
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let proxy: FaultProxy;
const opened: BoundedClient[] = [];

beforeEach(async () => {
  const { host, port, path } = parseTarget(address);
  proxy = await faultProxy(path ? { path } : { host, port });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.end(0)));
  await proxy.close();
});

/** A client whose connections all pass the proxy. */
function throughProxy(limits: Partial<DatabaseLimits> = {}): BoundedClient {
  const url = new URL(address.replace("@/", "@localhost/"));
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${proxy.port}`;
  url.port = String(proxy.port);
  const client = boundedClient(url.href, "faults", { max: 4, ...databaseLimits, ...limits });
  opened.push(client);
  return client;
}

/** How a promise ended and after how many milliseconds. */
async function outcome(work: PromiseLike<unknown>) {
  const started = performance.now();
  const code = await work.then(
    () => "fulfilled",
    (error: { code?: string }) => error.code ?? String(error),
  );
  return { code, ms: performance.now() - started };
}

describe("a server that closes during start-up", () => {
  it("fails queries at once, is asked at most ten times a second, and is used again when it is back", async () => {
    const { sql } = throughProxy({ max: 2 });
    for (const fault of ["fin", "reset"] as const) {
      proxy.onNew(fault);
      const { code, ms } = await outcome(sql`select 1`);
      expect(code).toBe("CONNECTION_REFUSED");
      expect(ms).toBeLessThan(1_000);
    }
    const before = proxy.accepted;
    const until = performance.now() + 2_000;
    while (performance.now() < until) await Promise.allSettled([sql`select 1`, sql`select 2`]);
    expect(proxy.accepted - before).toBeGreaterThan(5);
    expect(proxy.accepted - before).toBeLessThanOrEqual(22);
    proxy.onNew("none");
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("fails queries within the connect limit when it says nothing at all", async () => {
    const { sql } = throughProxy({ connectMs: 700 });
    proxy.onNew("drop");
    const { code, ms } = await outcome(sql`select 1`);
    expect(code).toBe("CONNECTION_TIMEOUT");
    expect(ms).toBeLessThan(1_500);
    proxy.onNew("none");
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe("a half-open connection", () => {
  it("is given up within five seconds when the whole network is gone, and the pool heals", async () => {
    const { sql } = throughProxy();
    await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
    proxy.onNew("drop");
    proxy.onExisting("drop");
    const outcomes = await Promise.all([outcome(sql`select 1`), outcome(sql.begin((tx) => tx`select 1`))]);
    for (const { code, ms } of outcomes) {
      expect(code).toMatch(/^CONNECTION_/);
      expect(ms).toBeLessThan(5_000);
    }
    proxy.onNew("none");
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("is given up within five seconds when only this connection is dead", async () => {
    const { sql } = throughProxy({ max: 1 });
    await sql`select 1`;
    proxy.onExisting("drop");
    const { code, ms } = await outcome(sql`select 1`);
    expect(code).toBe("CONNECTION_LOST");
    expect(ms).toBeLessThan(5_000);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("is given up when the answer to a long statement is lost", async () => {
    const { sql } = throughProxy({ max: 1 });
    const running = outcome(sql`select pg_sleep(3)`);
    await sleep(1_000);
    proxy.onExisting("drop");
    const { code, ms } = await running;
    expect(code).toBe("CONNECTION_LOST");
    expect(ms).toBeLessThan(7_000); // three seconds of work and the bound
  });

  it("ends a COPY that waits for its last answer", async () => {
    const { sql } = throughProxy({ max: 1 });
    const copying = sql.begin(async (tx) => {
      await tx`create temporary table numbers (n int) on commit drop`;
      const rows = await tx`copy numbers from stdin`.writable();
      rows.write("1\n");
      await sleep(100);
      proxy.onNew("drop");
      proxy.onExisting("drop");
      await pipeline(Readable.from(["2\n"]), rows);
    });
    const { code, ms } = await outcome(copying);
    expect(code).toMatch(/^CONNECTION_/);
    expect(ms).toBeLessThan(6_000);
  });

  it("is not suspected while the server works, waits for a lock, or a COPY waits for its source", async () => {
    const { sql, withConnection } = throughProxy();
    const slow = sql`select pg_sleep(4)`;
    const blocked = sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`;
      const waiter = outcome(sql`select pg_advisory_lock(1), pg_advisory_unlock(1)`);
      await sleep(3_500);
      return { waiter };
    });
    const copied = withConnection(async (connection) => {
      await connection`create temporary table letters (a text)`;
      const rows = await connection`copy letters from stdin`.writable();
      rows.write("a\n");
      await sleep(4_000);
      await pipeline(Readable.from(["b\n"]), rows);
      return connection`select count(*)::int from letters`;
    });
    await expect(slow).resolves.toHaveLength(1);
    expect((await (await blocked).waiter).code).toBe("fulfilled");
    await expect(copied).resolves.toEqual([{ count: 2 }]);
  });
});

describe("terminated backends", () => {
  it("cost one failed transaction each: nothing uncaught, nothing committed twice, the pool stays whole", async () => {
    const { sql } = throughProxy({ max: 8, opensPerSecond: 1_000 });
    const admin = postgres(address, { max: 1 });
    await sql`create table counted (id int primary key)`;
    let attempts = 0;
    let acknowledged = 0;
    let running = true;
    const worker = async () => {
      while (running) {
        const id = ++attempts;
        const work = sql.begin(async (tx) => {
          await tx`insert into counted values (${id})`;
          await tx`select pg_sleep(0.002)`;
          await Promise.all([tx`select ${id}::int`, tx`select 2`]);
        });
        if ((await outcome(work)).code === "fulfilled") acknowledged += 1;
      }
    };
    const workers = Array.from({ length: 8 }, worker);
    try {
      for (let killed = 0; killed < 300; await sleep(12)) {
        const [row] = await admin<{ n: number }[]>`select count(pg_terminate_backend(pid))::int as n from (
          select pid from pg_stat_activity where application_name = 'faults' order by random() limit 2) victims`;
        killed += row?.n ?? 0;
      }
    } finally {
      running = false;
      await Promise.all(workers);
    }
    const [row] = await sql`select count(*)::int as n from counted`;
    await admin.end();
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.n).toBeLessThanOrEqual(attempts);
    expect(acknowledged).toBeGreaterThan(20);
    const all = await Promise.all(Array.from({ length: 16 }, () => sql`select pg_sleep(0.02)`));
    expect(all).toHaveLength(16);
  });

  it("never lets a statement of a dead transaction run outside of it", async () => {
    const { sql } = throughProxy({ max: 1 });
    await sql`create table strays (n int)`;
    const late = Promise.withResolvers<string>();
    const transaction = sql.begin(async (tx) => {
      await tx`insert into strays values (1)`;
      proxy.onExisting("fin");
      await sleep(100);
      await sql`select 1`; // the pool has a new connection by now
      late.resolve((await outcome(tx`insert into strays values (2)`)).code);
      await tx`insert into strays values (3)`;
    });
    expect((await outcome(transaction)).code).toMatch(/^CONNECTION_/);
    expect(await late.promise).toMatch(/^CONNECTION_/);
    await sleep(100);
    expect(await sql`select n from strays`).toEqual([]);
  });
});

describe("COPY", () => {
  it("reports an error that arrives after the last byte was sent", async () => {
    const { sql, withConnection } = throughProxy();
    const failing = (tx: Pick<typeof sql, "unsafe">) =>
      (async () => {
        await tx.unsafe("create temporary table once (n int primary key)");
        const rows = await tx.unsafe("copy once from stdin").writable();
        await pipeline(Readable.from(["1\n", "1\n"]), rows);
      })();
    expect((await outcome(sql.begin(failing))).code).toBe("23505");
    expect((await outcome(withConnection(failing))).code).toBe("23505");
  });

  it("fails when the connection is cut in the middle, without an unhandled error event", async () => {
    const { sql } = throughProxy();
    const copying = sql.begin(async (tx) => {
      await tx`create temporary table numbers (n int) on commit drop`;
      const rows = await tx`copy numbers from stdin`.writable();
      rows.write("1\n");
      proxy.onExisting("reset");
      await sleep(200);
      await pipeline(Readable.from(["2\n"]), rows);
    });
    const { code, ms } = await outcome(copying);
    expect(code).toMatch(/^CONNECTION_/);
    expect(ms).toBeLessThan(1_000);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});
