import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env, resetEnv } from "@/lib/env";
import { outcome } from "@/lib/testing/doubles/faulty-database";
import { owner } from "@/lib/testing/owner";
import {
  closeDatabase,
  databaseLimits,
  db,
  isDatabaseDown,
  isRetryable,
  isUniqueViolation,
  pg,
  poolSizes,
  withConnection,
} from "./client";
import { boundedClient } from "./driver/client";
import { ConnectionError } from "./driver/errors";
import { rateLimits } from "./schema";
import { asSearch, currentWork, type Work, workAs } from "./work";

afterAll(closeDatabase);

describe("the connections of ten", () => {
  beforeEach(async () => {
    await closeDatabase();
    vi.stubEnv("DATABASE_POOL_SIZE", "10");
    resetEnv();
  });
  afterEach(async () => {
    await closeDatabase();
    vi.unstubAllEnvs();
    resetEnv();
  });

  it("gives searches connections of their own, one at a time for a workspace", async () => {
    const held = Promise.withResolvers<void>();
    let lent = 0;
    const search = (workspaceId: string, work: () => Promise<unknown>) =>
      workAs({ kind: "request", workspaceId }, () => asSearch(() => withConnection(work)));
    const busy = Array.from({ length: 8 }, () =>
      search("busy", () => {
        lent++;
        return held.promise;
      }),
    );
    await search("other", async () => undefined);
    expect(await workAs({ kind: "request", workspaceId: "busy" }, () => pg()`select 1 as one`)).toHaveLength(
      1,
    );
    expect(lent).toBe(1);
    held.resolve();
    await Promise.all(busy);
  });

  it("lets the embedded database work for jobs and searches when requests leave it the time", async () => {
    const pidOf = async (kind: Work["kind"]): Promise<number> => {
      const [row] = await workAs({ kind }, () => pg()`select pg_backend_pid() as pid`);
      return row?.pid;
    };
    const [request, search, job] = [await pidOf("request"), await pidOf("search"), await pidOf("job")];
    expect(getPriority(request)).toBeLessThan(10);
    expect([getPriority(search), getPriority(job)]).toEqual([5, 10]);
    if (!existsSync(`/proc/${job}/autogroup`)) return;
    const group = (pid: number) => Number(readFileSync(`/proc/${pid}/autogroup`, "utf8").split(" ").at(-1));
    await vi.waitFor(() => expect([group(search), group(job)]).toEqual([5, 10]), 5000);
    expect(group(request)).toBeLessThan(5);
  });
});

describe("the pool", () => {
  it("serves more callers than it has connections, in one pool for raw SQL and Drizzle", async () => {
    const work = Array.from({ length: 60 }, (_, n) =>
      n % 2 ? pg()`select ${n}::int as n` : db().execute(sql`select ${n}::int as n`),
    );
    const rows = await Promise.all(work);
    expect(rows.map(([row]) => row?.n)).toEqual(rows.map((_, n) => n));
    const [open] = await pg()`select count(*)::int as n from pg_stat_activity where application_name = 'kith'
      and datname = current_database()`;
    expect(open?.n).toBeLessThanOrEqual(env().DATABASE_POOL_SIZE);
  });

  it("runs Drizzle's transactions and savepoints", async () => {
    const expires = new Date(Date.now() + 1_000);
    await db().transaction(async (tx) => {
      await tx.insert(rateLimits).values({ key: "kept", hits: [expires], expires_at: expires });
      const inner = tx.transaction(async (nested) => {
        await nested.delete(rateLimits).where(eq(rateLimits.key, "kept"));
        throw new Error("back");
      });
      await expect(inner).rejects.toThrow("back");
    });
    const [kept] = await db().select().from(rateLimits).where(eq(rateLimits.key, "kept"));
    expect(kept).toEqual({ key: "kept", hits: [expires], expires_at: expires });
  });

  it("works in read committed, whatever the default of the database", async () => {
    const client = boundedClient(env().DATABASE_URL ?? "", "isolated", { ...databaseLimits, max: 1 });
    const [row] = await client.pg`
      select boot_val, setting, source from pg_settings where name = 'default_transaction_isolation'`;
    expect(row).toEqual({ boot_val: "read committed", setting: "read committed", source: "client" });
    await client.end(0);
  });

  it("tells a caller in bounded time that no connection becomes free", async () => {
    // Connecting must fit in it too, on a busy machine.
    const limits = { ...databaseLimits, max: 1, acquireMs: 500 };
    const client = boundedClient(env().DATABASE_URL ?? "", "full", limits);
    const holding = client.pg`select pg_sleep(1.5)`.execute();
    const { code, ms } = await outcome(client.pg`select 1`);
    expect(code).toBe("CONNECTION_POOL_TIMEOUT");
    expect(ms).toBeLessThan(1400);
    await holding;
    await client.end(0);
  });

  it("leaves connections to others when one owner asks for all of them", async () => {
    const client = boundedClient(env().DATABASE_URL ?? "", "fair", {
      ...databaseLimits,
      max: 3,
      maxPerOwner: 2,
      owner: () => currentWork().workspaceId,
    });
    const held = Promise.withResolvers<void>();
    const ask = (workspaceId: string, work: (n: number) => Promise<unknown>) =>
      workAs({ kind: "job", workspaceId }, () => client.withConnection(() => work(++lent)));
    let lent = 0;
    const busy = Array.from({ length: 6 }, () => ask("busy", () => held.promise));
    await ask("other", async (n) => expect(n).toBeLessThanOrEqual(3)); // two of them may belong to the busy one
    held.resolve();
    await Promise.all(busy);
    expect(lent).toBe(7);
    await client.end(0);
  });

  it("gives a job's connections to jobs alone, and a request what it asks for beside the one it holds", async () => {
    const size = env().DATABASE_POOL_SIZE;
    const held = Promise.withResolvers<void>();
    const jobs = Array.from({ length: size }, () => withConnection(() => held.promise));
    const asked = workAs({ kind: "request", workspaceId: "acme" }, () =>
      db().transaction(async (tx) => {
        const [inside] = await tx.execute(sql`select 1 as one`);
        const beside = await Promise.all(Array.from({ length: size }, () => pg()`select 1 as one`));
        return [inside, ...beside.flat()];
      }),
    );
    expect(await asked).toEqual(Array.from({ length: size + 1 }, () => ({ one: 1 })));
    held.resolve();
    await Promise.all(jobs);
  });

  it("has at least a connection for each kind of work, and no more than it may", () => {
    expect([1, 2, 5, 6, 10, 40].map((all) => poolSizes(all))).toEqual([
      { search: 0, job: 1, request: 1 },
      { search: 0, job: 1, request: 1 },
      { search: 0, job: 3, request: 2 },
      { search: 1, job: 3, request: 2 },
      { search: 2, job: 4, request: 4 },
      { search: 8, job: 16, request: 16 },
    ]);
  });

  it("does not lend a connection again that came back in a transaction or in a COPY", async () => {
    const client = boundedClient(env().DATABASE_URL ?? "", "left open", { ...databaseLimits, max: 1 });
    await client.withConnection((connection) =>
      connection`begin; create temp table left_open (n int)`.simple(),
    );
    expect(await client.pg`select to_regclass('left_open') as left_open`).toEqual([{ left_open: null }]);
    await client.withConnection(async (connection) => {
      await connection`create temporary table unfinished (a text)`;
      await connection`copy unfinished from stdin`.writable();
    });
    expect(await client.pg`select 1 as one`).toEqual([{ one: 1 }]);
    await client.end(0);
  });

  it("replaces connections that were idle for too long or have lived their time", async () => {
    const address = env().DATABASE_URL ?? "";
    for (const limits of [{ idleMs: 50 }, { lifetimeMs: 50 }]) {
      const client = boundedClient(address, "replaced", { ...databaseLimits, max: 2, ...limits });
      const pid = async () => (await client.pg`select pg_backend_pid() as pid`)[0]?.pid;
      const first = await pid();
      expect(await pid()).toBe(first);
      await new Promise((resolve) => setTimeout(resolve, 120));
      await pid(); // a connection past its lifetime is closed when it is returned
      expect(await pid()).not.toBe(first);
      await client.end(0);
    }
  });

  it("gives a connection back however a query ends", async () => {
    const client = boundedClient(env().DATABASE_URL ?? "", "ends", {
      ...databaseLimits,
      max: 1,
      acquireMs: 500,
    });
    await expect(client.pg`select 1/0`).rejects.toMatchObject({ code: "22012" });
    await expect(client.pg`select ${undefined as never}`).rejects.toThrow("UNDEFINED_VALUE");
    await client.pg`select n from generate_series(1, 10) n`.cursor(3, () => client.pg.CLOSE);
    for await (const rows of client.pg`select n from generate_series(1, 10) n`.cursor(3))
      if (rows.length) break;
    await client.pg`select n from generate_series(1, 10) n`.forEach(() => {});
    const copied = await client.pg`copy (select 1) to stdout`.readable();
    await copied.forEach(() => {});
    await client.pg`select 1; select 2`.simple();
    await expect(client.pg`begin`).resolves.toHaveLength(0); // closed, because nobody could commit it
    expect(await client.pg`select 1 as one`).toEqual([{ one: 1 }]);
    await client.end(0);
  });

  it("names a statement on the server only when it is asked to", async () => {
    const client = boundedClient(env().DATABASE_URL ?? "", "names", { ...databaseLimits, max: 1 });
    const named = async () =>
      (await client.pg`select statement from pg_prepared_statements where statement like 'select %'`).map(
        (row) => row.statement,
      );
    await client.pg`select ${1}::int`;
    await client.pg.begin(async (tx) => {
      await tx`select ${2}::int`;
      await tx.savepoint((inner) => inner`select ${3}::int`);
    });
    await client.withConnection((connection) => connection.begin((tx) => tx`select ${4}::int`));
    expect(await named()).toEqual([]);
    for (const n of [5, 6]) await client.pg.unsafe("select $1::int", [n], { prepare: true });
    expect(await named()).toEqual(["select $1::int"]);
    await client.end(0);
  });

  it("limits statements and idle transactions on the server", async () => {
    const [row] = await pg()`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(row).toEqual({ statement: "1min", idle: "1min" });
  });

  it("finishes running statements when it is closed, and opens anew", async () => {
    const running = pg()`select pg_sleep(0.3), 1 as one`.execute();
    await pg()`select 1`;
    await closeDatabase();
    expect(await running).toMatchObject([{ one: 1 }]);
    expect(await pg()`select 2 as two`).toEqual([{ two: 2 }]);
    expect(await withConnection((connection) => connection`select 3 as three`)).toEqual([{ three: 3 }]);
  });
});

describe("arrays", () => {
  it("pass through the database unchanged", async () => {
    const text = fc.array(
      fc.option(fc.string({ unit: "binary" }).filter((s) => !s.includes("\0") && s.isWellFormed())),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.array(fc.maxSafeInteger()), { maxLength: 1 }),
        async (words, numbers) => {
          const [row] =
            await pg()`select ${words}::text[] as words, ${numbers[0] ?? []}::float8[] as numbers`;
          expect(row).toEqual({ words, numbers: numbers[0] ?? [] });
        },
      ),
      { numRuns: 200 },
    );
    const [nested] =
      await pg()`select '[0:1][0:1]={{1,2},{3,NULL}}'::int[] as n, '{t,f}'::bool[] as b, '{}'::text[] as e`;
    expect(nested).toEqual({
      n: [
        [1, 2],
        [3, null],
      ],
      b: [true, false],
      e: [],
    });
  });
});

describe("errors", () => {
  it("are told apart", async () => {
    await pg()`insert into rate_limits (key, hits, expires_at) values ('twice', '{}', now())`;
    const again = db().execute(
      sql`insert into rate_limits (key, hits, expires_at) values ('twice', '{}', now())`,
    );
    const unique: unknown = await again.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isUniqueViolation(unique)).toBe(true);
    expect(isUniqueViolation(unique, "rate_limits_pkey")).toBe(true);
    expect(isUniqueViolation(unique, "another")).toBe(false);
    expect(isRetryable(unique)).toBe(false);
    for (const code of ["40001", "40P01", "57P01", "08006"]) {
      const error = Object.assign(new Error(code), { code });
      expect(isRetryable(new Error("wrapped", { cause: error }))).toBe(true);
      expect(isUniqueViolation(error)).toBe(false);
    }
    const lost = new ConnectionError("CONNECTION_LOST", "gone");
    expect([isRetryable(lost), isDatabaseDown(lost)]).toEqual([true, true]);
    for (const other of [
      null,
      undefined,
      "x",
      new Error("x"),
      Object.assign(new Error(), { code: "ENOENT" }),
    ]) {
      expect([isRetryable(other), isDatabaseDown(other), isUniqueViolation(other)]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });
});

it("reads times whatever style the database writes its dates in", async () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await owner().unsafe(`alter database ${name} set datestyle = 'SQL, DMY'`);
  await closeDatabase();
  const [row] = await pg()<{ at: string }[]>`select timestamptz '2026-11-22 03:04:05.678Z' as at`;
  expect(new Date(row?.at ?? "").toISOString()).toBe("2026-11-22T03:04:05.678Z");
});
