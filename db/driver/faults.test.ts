import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import type { FaultProxy } from "@/lib/testing/doubles/fault-proxy";
import { type FaultyDatabase, faultyDatabase, outcome } from "@/lib/testing/doubles/faulty-database";
import { owner } from "@/lib/testing/owner";

const one = [{ one: 1 }];

describe.concurrent("a server that closes during start-up", () => {
  it("fails queries at once, is asked at most ten times a second, and is used again when it is back", async () => {
    await using database = await faultyDatabase({ max: 2 });
    const { pg, proxy } = database;
    for (const fault of ["fin", "reset"] as const) {
      proxy.onNew(fault);
      const { code, ms } = await outcome(pg`select 1`);
      expect(code).toBe("CONNECTION_REFUSED");
      expect(ms).toBeLessThan(3_000);
    }
    const attempts = await attemptsIn(2_000, proxy, async () => {
      await Promise.allSettled([pg`select 1`, pg`select 2`]);
    });
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThanOrEqual(22);
    proxy.onNew("none");
    expect(await pg`select 1 as one`).toEqual(one);
  });

  it("makes the driver spin when it is used as it is (the check above can fail)", async () => {
    await using database = await faultyDatabase();
    database.proxy.onNew("fin");
    const bare = postgres(database.address, { max: 1 });
    const pending = outcome(bare`select 1`);
    const attempts = await attemptsIn(1_000, database.proxy, () => sleep(100));
    await bare.end({ timeout: 0 });
    await pending;
    expect(attempts).toBeGreaterThan(50);
  });

  it("fails queries within the connect limit when it says nothing at all", async () => {
    await using database = await faultyDatabase({ connectMs: 700 });
    const { pg, proxy } = database;
    proxy.onNew("drop");
    const { code, ms } = await outcome(pg`select 1`);
    expect(code).toBe("CONNECTION_TIMEOUT");
    expect(ms).toBeLessThan(3_000);
    proxy.onNew("none");
    expect(await pg`select 1 as one`).toEqual(one);
  });
});

describe.concurrent("a statement that fails among its rows", () => {
  it("leaves no holes in the rows of the next one on its connection", async () => {
    await using database = await faultyDatabase({ max: 1 });
    const { pg } = database;
    const failing = (on: Pick<Sql, "unsafe">) =>
      on.unsafe("select 1 / (3 - n) from generate_series(1, 5) n").then(() => "done");
    const numbers = [{ n: 1 }, { n: 2 }];
    await expect(failing(pg)).rejects.toThrow("division by zero");
    expect(await pg`select n from generate_series(1, 2) n`).toEqual(numbers);
    await expect(pg.begin(failing)).rejects.toThrow("division by zero");
    expect(await pg`select n from generate_series(1, 2) n`).toEqual(numbers);
    const after = await pg.begin(async (tx) => {
      await expect(tx.savepoint(failing)).rejects.toThrow("division by zero");
      return tx`select n from generate_series(1, 2) n`;
    });
    expect(after).toEqual(numbers);
  });
});

describe.concurrent("a half-open connection", () => {
  it("is given up within five seconds when the whole network is gone, and the pool heals", async () => {
    await using database = await faultyDatabase();
    const { pg, proxy } = database;
    await Promise.all([pg`select pg_sleep(0.05)`, pg`select pg_sleep(0.05)`]);
    proxy.onNew("drop");
    proxy.onExisting("drop");
    const query = outcome(pg`select 1`);
    const transaction = outcome(pg.begin((tx) => tx`select 1`));
    for (const { code, ms } of [await query, await transaction]) {
      expect(code).toMatch(/^CONNECTION_/);
      expect(ms).toBeLessThan(5_000);
    }
    proxy.onNew("none");
    expect(await pg`select 1 as one`).toEqual(one);
  });

  it("is given up within five seconds when only this connection is dead", async () => {
    await using database = await faultyDatabase({ max: 1 });
    const { pg, proxy } = database;
    await pg`select 1`;
    proxy.onExisting("drop");
    const { code, ms } = await outcome(pg`select 1`);
    expect(code).toBe("CONNECTION_LOST");
    expect(ms).toBeLessThan(5_000);
    expect(await pg`select 1 as one`).toEqual(one);
  });

  it("is given up when the answer to a long statement is lost", async () => {
    await using database = await faultyDatabase({ max: 1 });
    const running = outcome(database.pg`select pg_sleep(3)`);
    await sleep(1_000);
    database.proxy.onExisting("drop");
    const { code, ms } = await running;
    expect(code).toBe("CONNECTION_LOST");
    expect(ms).toBeLessThan(3_000 + 5_000);
  });

  it("ends a COPY that waits for its last answer", async () => {
    await using database = await faultyDatabase({ max: 1 });
    const { pg, proxy } = database;
    const copying = pg.begin(async (tx) => {
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
    expect(ms).toBeLessThan(5_500);
  });

  it("is not suspected while the server works or waits for a lock", async () => {
    await using database = await faultyDatabase();
    const { pg } = database;
    const slow = pg`select pg_sleep(4)`;
    const holder = pg.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`;
      const waiter = outcome(pg`select pg_advisory_lock(1), pg_advisory_unlock(1)`);
      await sleep(3_500);
      return { waiter };
    });
    await expect(slow).resolves.toHaveLength(1);
    expect((await (await holder).waiter).code).toBe("fulfilled");
  });

  it("is not suspected while a COPY waits for its source, or its reader takes its time", async () => {
    await using database = await faultyDatabase();
    const written = database.withConnection(async (connection) => {
      await connection`create temporary table letters (a text)`;
      const rows = await connection`copy letters from stdin`.writable();
      rows.write("a\n");
      await sleep(3_500);
      await pipeline(Readable.from(["b\n"]), rows);
      return connection`select count(*)::int from letters`;
    });
    const read = database.withConnection(async (connection) => {
      const lines = "copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout";
      let bytes = 0;
      for await (const chunk of await connection.unsafe(lines).readable()) {
        if (bytes === 0) await sleep(3_500);
        bytes += chunk.length;
      }
      return bytes;
    });
    await expect(written).resolves.toEqual([{ count: 2 }]);
    await expect(read).resolves.toBe(20_000 * 1_001);
  });
});

describe.concurrent("a transaction whose connection is lost", () => {
  it("never runs a later statement outside of itself", async () => {
    await using database = await faultyDatabase({ max: 1 });
    await owner().unsafe("create table strays (n int); grant all on strays to kith_app");
    expect(await strayAfterLoss(database.pg, database.proxy)).toMatch(/^CONNECTION_/);
    expect(await database.pg`select n from strays`).toEqual([]);
  });

  it("does so when the driver is used as it is (the check above can fail)", async () => {
    await using database = await faultyDatabase();
    const bare = postgres(database.address, { max: 1, prepare: false, onnotice: () => {} });
    await owner().unsafe("create table strays_of_bare (n int); grant all on strays_of_bare to kith_app");
    await strayAfterLoss(bare, database.proxy, "strays_of_bare");
    expect(await bare`select n from strays_of_bare`).toEqual([{ n: 2 }]);
    await bare.end();
  });

  it("costs nothing else: 300 terminated backends, nothing uncaught, the pool stays whole", async () => {
    await using database = await faultyDatabase({ max: 8, opensPerSecond: 1_000 });
    const { pg } = database;
    await owner().unsafe("create table counted (id int primary key); grant all on counted to kith_app");
    const tally = await underTermination(300, database, async (tx, id) => {
      await tx`insert into counted values (${id})`;
      await tx`select pg_sleep(0.002)`;
      await Promise.all([tx`select ${id}::int`, tx`select 2`]);
    });
    const [row] = await pg`select count(*)::int as n from counted`;
    expect(row?.n).toBeGreaterThanOrEqual(tally.acknowledged);
    expect(row?.n).toBeLessThanOrEqual(tally.attempts);
    expect(tally.acknowledged).toBeGreaterThan(20);
    const all = await Promise.all(Array.from({ length: 16 }, () => pg`select pg_sleep(0.02)`));
    expect(all).toHaveLength(16);
  });
});

describe.concurrent("COPY", () => {
  it("reports an error that arrives after the last byte was sent", async () => {
    await using database = await faultyDatabase();
    const copyTwice = async (connection: Pick<Sql, "unsafe">) => {
      await connection.unsafe("create temporary table once (n int primary key)");
      const rows = await connection.unsafe("copy once from stdin").writable();
      await pipeline(Readable.from(["1\n", "1\n"]), rows);
    };
    expect((await outcome(database.pg.begin(copyTwice))).code).toBe("23505");
    expect((await outcome(database.withConnection(copyTwice))).code).toBe("23505");
  });

  it("fails when the connection is cut in the middle, without an unhandled error event", async () => {
    await using database = await faultyDatabase();
    const copying = database.pg.begin(async (tx) => {
      await tx`create temporary table numbers (n int) on commit drop`;
      const rows = await tx`copy numbers from stdin`.writable();
      rows.write("1\n");
      database.proxy.onExisting("reset");
      await sleep(200);
      await pipeline(Readable.from(["2\n"]), rows);
    });
    const { code, ms } = await outcome(copying);
    expect(code).toMatch(/^CONNECTION_/);
    expect(ms).toBeLessThan(3_000);
    expect(await database.pg`select 1 as one`).toEqual(one);
  });
});

async function attemptsIn(ms: number, proxy: FaultProxy, work: () => Promise<unknown>): Promise<number> {
  const before = proxy.accepted;
  const until = performance.now() + ms;
  while (performance.now() < until) await work();
  return proxy.accepted - before;
}

/** Loses the connection in the middle of a transaction, lets the pool reconnect, and continues the transaction. */
async function strayAfterLoss(pg: Sql, proxy: FaultProxy, table = "strays"): Promise<string> {
  const late = Promise.withResolvers<string>();
  const transaction = pg.begin(async (tx) => {
    await tx`insert into ${tx(table)} values (1)`;
    proxy.onExisting("fin");
    await sleep(100);
    await pg`select 1`;
    late.resolve((await outcome(tx`insert into ${tx(table)} values (2)`)).code);
  });
  expect((await outcome(transaction)).code).toMatch(/^CONNECTION_/);
  return late.promise;
}

/** Eight workers run transactions while backends are terminated at random. */
async function underTermination(
  kills: number,
  { pg, name }: FaultyDatabase,
  work: (tx: postgres.TransactionSql, id: number) => Promise<unknown>,
): Promise<{ attempts: number; acknowledged: number }> {
  const admin = postgres(env().DATABASE_URL ?? "", { max: 1 });
  const tally = { attempts: 0, acknowledged: 0 };
  let running = true;
  const worker = async () => {
    while (running) {
      const id = ++tally.attempts;
      const { code } = await outcome(pg.begin((tx) => work(tx, id)));
      if (code === "fulfilled") tally.acknowledged += 1;
    }
  };
  const workers = Array.from({ length: 8 }, worker);
  try {
    // On a slow machine a transaction needs longer between two kills to be committed at all.
    for (let killed = 0; killed < kills; await sleep(tally.acknowledged * 12 >= killed ? 12 : 60)) {
      const [row] = await admin<{ n: number }[]>`select count(pg_terminate_backend(pid))::int as n from (
        select pid from pg_stat_activity where application_name = ${name} order by random() limit 2) victims`;
      killed += row?.n ?? 0;
    }
  } finally {
    running = false;
    await Promise.all(workers);
    await admin.end();
  }
  return tally;
}
