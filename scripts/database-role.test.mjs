import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import postgres from "postgres";
import { afterAll, expect, inject, it, vi } from "vitest";
import { APP_ROLE, asRole, judgeRole } from "./lib/app-role.mjs";
import { describeRole, renewAppRole } from "./lib/database-role.mjs";
import { diagnose } from "./lib/diagnosis.mjs";
import { migrateDatabase, migrateGiven } from "./lib/migrations.mjs";
import { runningPostgresUrl, startPostgres, startTemporaryPostgres } from "./lib/postgres.mjs";
import { signal } from "./lib/processes.mjs";
import { ensureSecrets } from "./lib/secrets.mjs";
import { emptyDatabases, onDatabase } from "./testing/databases.mjs";
import { productForTests } from "./testing/lifecycle.mjs";
import { present } from "./testing/present.mjs";

// Real databases are created and upgraded here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const place = productForTests();
const newDatabase = emptyDatabases();

/** @param {ReturnType<typeof place.start>} kith */
async function stop(kith) {
  signal(kith.pid, "SIGTERM");
  await kith.ended;
}

it("gives the app a role of its own on a folder from before, with a password that each start makes anew", async () => {
  place.emptyFolder();
  ensureSecrets(place.dataDir);
  const before = await startPostgres(realpathSync(place.dataDir));
  await migrateDatabase(before.url, { upTo: "0013_erasure" });
  await onDatabase(before.url, (pg) => pg`insert into workspaces (id, name) values (${randomUUID()}, 'old')`);
  await before.stop();

  const first = place.start({ DATABASE_OWNER_URL: "postgres://somebody:hidden-word@127.0.0.1/else" });
  await first.untilReady();
  const seen = await place.askApp();
  expect(seen.ownerUrl).toBe("");
  expect(new URL(seen.databaseUrl).username).toBe(APP_ROLE);
  expect(await onDatabase(seen.databaseUrl, (pg) => pg`select name from workspaces`)).toEqual([
    { name: "old" },
  ]);
  await expect(onDatabase(seen.databaseUrl, (pg) => pg`create table planted (id int)`)).rejects.toThrow(
    "denied",
  );
  // Settings that the role changes for itself do not last.
  await onDatabase(seen.databaseUrl, (pg) => pg.unsafe(`alter role ${APP_ROLE} set statement_timeout = 1`));
  await stop(first);

  const second = place.start();
  await second.untilReady();
  const { databaseUrl } = await place.askApp();
  expect(new URL(databaseUrl).password).not.toBe(new URL(seen.databaseUrl).password);
  expect(await onDatabase(databaseUrl, (pg) => pg`show statement_timeout`)).toEqual([
    { statement_timeout: "0" },
  ]);
  const stale = new URL(databaseUrl);
  stale.password = new URL(seen.databaseUrl).password;
  await expect(onDatabase(stale.href, (pg) => pg`select 1`)).rejects.toMatchObject({ code: "28P01" });
  for (const other of ["postgres", "template1"]) {
    const elsewhere = new URL(databaseUrl);
    elsewhere.pathname = `/${other}`;
    await expect(onDatabase(elsewhere.href, (pg) => pg`select 1`)).rejects.toMatchObject({ code: "42501" });
  }
  expect(runningPostgresUrl(place.dataDir)).toContain("//kith:");
});

/** Roles belong to the whole server, so these have names unique to this run. */
const admin = postgres(inject("clusterUrl"), { max: 1, onnotice: () => {} });
/** @type {string[]} */
const made = [];
afterAll(async () => {
  for (const role of made) await admin.unsafe(`drop role if exists ${role}`);
  await admin.end();
});

/** @param {string} options */
async function newRole(options) {
  const name = `r_${randomUUID().replaceAll("-", "")}`;
  await admin.unsafe(`create role ${name} login password 'pass' ${options}`);
  made.unshift(name);
  return name;
}

it("lets a restricted role work on a database of one's own, with another address for the migrations", async () => {
  const ownerUrl = await newDatabase();
  const role = await newRole("bypassrls");
  const url = asRole(ownerUrl, role, "pass");
  await expect(migrateGiven(url)).rejects.toThrow("DATABASE_OWNER_URL");
  expect(await migrateGiven(url, ownerUrl)).toBeGreaterThan(10);
  expect(await migrateGiven(url, ownerUrl)).toBe(0);
  expect(await migrateGiven(url)).toBe(0); // A start with nothing to migrate needs only the app's address.
  await onDatabase(url, async (pg) => {
    await pg`insert into workspaces (id, name) values (gen_random_uuid(), 'ours')`;
    await expect(pg`alter table workspaces add column planted int`).rejects.toMatchObject({ code: "42501" });
    await expect(pg`truncate workspaces`).rejects.toMatchObject({ code: "42501" });
    expect(await pg`select name from workspaces`).toEqual([{ name: "ours" }]);
  });
  await onDatabase(ownerUrl, (pg) => pg.unsafe(`drop owned by ${role}`));
});

it("leaves the role what a newer version has granted, which may run already", async () => {
  const ownerUrl = await newDatabase();
  const role = await newRole("bypassrls");
  const url = asRole(ownerUrl, role, "pass");
  await migrateGiven(url, ownerUrl);
  await onDatabase(ownerUrl, async (pg) => {
    await pg`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
    await pg.unsafe(`create table newer (id int); grant insert on newer to ${role}`);
  });
  expect(await migrateGiven(url, ownerUrl)).toBe(0);
  await onDatabase(url, (pg) => pg`insert into newer values (1)`);
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("DATABASE_OWNER_URL", ownerUrl);
  expect((await diagnose()).find(({ name }) => name === "Database")).toMatchObject({
    state: "warn",
    message: expect.stringContaining("newer Kith"),
  });
  await onDatabase(ownerUrl, (pg) => pg.unsafe(`drop owned by ${role}`));
});

it("says what is missing when the role would see no rows", async () => {
  const ownerUrl = await newDatabase();
  const role = await newRole("");
  await expect(migrateGiven(asRole(ownerUrl, role, "pass"), ownerUrl)).rejects.toThrow(
    `alter role ${role} bypassrls`,
  );
  await onDatabase(ownerUrl, (pg) => pg.unsafe(`drop owned by ${role}`));
});

it("leaves the owner its rights when both addresses are the same", async () => {
  const ownerUrl = await newDatabase();
  const role = await newRole("");
  const name = new URL(ownerUrl).pathname.slice(1);
  await admin.unsafe(`alter database ${name} owner to ${role}`);
  const url = asRole(ownerUrl, role, "pass");
  await migrateGiven(url, url);
  await onDatabase(url, (pg) => pg`insert into workspaces (id, name) values (gen_random_uuid(), 'ours')`);
  await admin.unsafe(`drop database ${name} with (force)`);
});

it("the doctor warns of a role that is a superuser or owns the tables", async () => {
  const find = async () => (await diagnose()).find(({ name }) => name === "Database role");
  expect(await find()).toMatchObject({ state: "ok", message: expect.stringContaining(APP_ROLE) });
  const own = new URL(inject("clusterUrl"));
  own.pathname = new URL(present(process.env.DATABASE_URL)).pathname;
  vi.stubEnv("DATABASE_URL", own.href);
  expect(await find()).toMatchObject({
    state: "warn",
    message: expect.stringContaining("kith is a superuser and the owner of the tables"),
    fix: expect.stringContaining("docs/deployment.md"),
  });
  expect(judgeRole("kith_app", null, true).state).toBe("fail");
});

it("the doctor warns of a role with rights over the server, and of one that belongs to another", async () => {
  const { bypasses, ...plain } = present(await describeRole(admin, await newRole("bypassrls")));
  expect([bypasses, judgeRole("r", plain, false).state]).toEqual([true, "ok"]);
  const role = await newRole("createrole createdb replication bypassrls in role pg_read_all_data");
  expect(judgeRole("r", await describeRole(admin, role), false)).toMatchObject({
    state: "warn",
    message: expect.stringContaining(
      "r is able to create roles and able to create databases and able to replicate the server and a member of pg_read_all_data",
    ),
  });
});

it("puts a role right that somebody made more of", async () => {
  const server = await startTemporaryPostgres();
  try {
    await renewAppRole(server.url);
    await onDatabase(server.url, async (pg) => {
      await pg.unsafe(
        `alter role ${APP_ROLE} superuser createrole createdb; grant pg_monitor to ${APP_ROLE}`,
      );
      expect(await describeRole(pg, APP_ROLE)).toMatchObject({ super: true, memberOf: ["pg_monitor"] });
    });
    await renewAppRole(server.url);
    await onDatabase(server.url, async (pg) => {
      expect(await describeRole(pg, APP_ROLE)).toMatchObject({ super: false, rights: [], memberOf: [] });
    });
  } finally {
    await server.stop();
  }
});
