import { expect, it, vi } from "vitest";
import { databaseTasks } from "./lib/database-tasks.mjs";
import { diagnose } from "./lib/diagnosis.mjs";
import { migrateDatabase } from "./lib/migrations.mjs";
import { emptyDatabases, onDatabase } from "./testing/databases.mjs";

vi.setConfig({ testTimeout: 60_000 });

const newDatabase = emptyDatabases();
const migrate = (/** @type {string} */ url) => databaseTasks.migrateGiven({ url, ownerUrl: undefined });

/** What the doctor says about the database. @param {string} url */
async function diagnosed(url) {
  vi.stubEnv("DATABASE_URL", url);
  return (await diagnose()).find(({ name }) => name === "Database");
}

it("refuses the database of another application that notes its migrations where Kith does", async () => {
  const url = await newDatabase();
  await onDatabase(url, (pg) =>
    pg.unsafe(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 1600000000000)`),
  );
  await expect(migrate(url)).rejects.toThrow("that of another application");
  expect(await diagnosed(url)).toMatchObject({
    state: "fail",
    message: expect.stringContaining("that of another application"),
  });
  await onDatabase(url, async (pg) => {
    expect(await pg`select from drizzle.__drizzle_migrations`).toHaveLength(1);
    expect(await pg`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
  });
});

it.each([
  ["it has tables of another application", () => "create table contacts (id int)"],
  [
    "there is no schema of its search_path",
    (/** @type {string} */ name) => `alter database ${name} set search_path = nowhere`,
  ],
])("says in words why a database cannot be used: %s", async (words, statement) => {
  const url = await newDatabase();
  await onDatabase(url, (pg) => pg.unsafe(statement(new URL(url).pathname.slice(1))));
  await expect(migrate(url)).rejects.toThrow(words);
});

it("says that it does not know the database's user with this password", async () => {
  const url = new URL(await newDatabase());
  url.password = "wrong";
  await expect(migrate(url.href)).rejects.toThrow("(28P01: it does not know this user with this password)");
  expect(await diagnosed(url.href)).toMatchObject({ message: expect.stringContaining("28P01: it does") });
});

it("says of a database that accepts no changes why it may be so", async () => {
  const url = await newDatabase();
  await migrateDatabase(url);
  const name = new URL(url).pathname.slice(1);
  await onDatabase(url, (pg) => pg.unsafe(`alter database ${name} set default_transaction_read_only = on`));
  expect(await diagnosed(url)).toMatchObject({
    state: "fail",
    message: expect.stringContaining("accepts no changes"),
    fix: expect.stringContaining("standby"),
  });
});

it("warns at the start on the schema of a newer version, which it can fail on", async () => {
  const url = await newDatabase();
  const said = vi.spyOn(console, "warn").mockReturnValue();
  await migrate(url);
  expect(said).not.toHaveBeenCalled();
  await onDatabase(
    url,
    (pg) => pg`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  );
  await migrate(url);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("schema of a newer Kith"));
});
