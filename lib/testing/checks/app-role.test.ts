import postgres, { type Sql, type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { owner } from "@/lib/testing/owner";
import { APP_ROLE } from "../../../scripts/lib/app-role.mjs";
import { describeRole } from "../../../scripts/lib/database-role.mjs";
import { ATTEMPTS } from "./app-role";

const app = postgres(env().DATABASE_URL ?? "", { max: 1, onnotice: () => undefined });
afterAll(() => app.end());

const REFUSED = "42501";

/** "done", or the code with which the server refused. Nothing is committed. */
async function outcome(pg: Sql, statements: string): Promise<string> {
  const undo = new Error("undo");
  const tried = pg.begin(async (tx: TransactionSql) => {
    await tx.unsafe(statements).simple();
    throw undo;
  });
  return tried.catch((error: { code?: string }) => (error === undo ? "done" : String(error.code ?? error)));
}

/** Runs while a change by the owner is in place. */
async function withHole(ddl: string, mend: string, look: () => Promise<void>): Promise<void> {
  await owner().unsafe(ddl);
  await look().finally(() => owner().unsafe(mend));
}

describe("the app's role", () => {
  it("is no superuser, makes neither databases nor roles, and is a member of nothing", async () => {
    expect(await describeRole(owner(), APP_ROLE)).toMatchObject({
      super: false,
      bypasses: true,
      owns: false,
    });
    const [role] = await app`
      select rolname as name, rolcreatedb or rolcreaterole or rolreplication or rolinherit as more, rolconfig as config,
        exists (select from pg_auth_members m where m.member = r.oid) as member
      from pg_roles r where rolname = current_user`;
    expect(role).toEqual({ name: APP_ROLE, more: false, config: null, member: false });
  });

  it("owns nothing", async () => {
    const owned = () => owner()<{ what: string }[]>`
      select classid::regclass::text as what from pg_shdepend
      where refobjid = ${APP_ROLE}::regrole and deptype = 'o'
        and dbid = (select oid from pg_database where datname = current_database())`;
    expect(await owned()).toEqual([]);
    const give = `create table planted (id int); alter table planted owner to ${APP_ROLE}`;
    await withHole(give, "drop table planted", async () => expect(await owned()).toHaveLength(1));
  });

  it.each(Object.entries(ATTEMPTS))("never %s", async (_, statements) => {
    expect(await outcome(app, statements)).toBe(REFUSED);
    expect(await outcome(owner(), statements)).toBe("done");
  });

  it("cannot let the owner be signed out", async () => {
    const [{ pid } = { pid: 0 }] = await owner()<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(await outcome(app, `select pg_terminate_backend(${pid})`)).toBe(REFUSED);
  });

  it("has rights on the product's tables and on no other", async () => {
    const reach = async () => {
      const rows = await app<{ name: string }[]>`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind = 'r'
          and has_table_privilege(c.oid, 'truncate, references, trigger') order by 1`;
      return rows.map(({ name }) => name);
    };
    expect(await reach()).toEqual([]);
    const hole = `grant truncate on contacts to ${APP_ROLE}`;
    await withHole(hole, `revoke truncate on contacts from ${APP_ROLE}`, async () =>
      expect(await reach()).toEqual(["contacts"]),
    );
    await withHole("create table planted (id int)", "drop table planted", async () =>
      expect(await outcome(app, "select * from planted")).toBe(REFUSED),
    );
  });

  it.each([
    [
      "makes a table",
      `grant create on schema public to ${APP_ROLE}`,
      `revoke create on schema public from ${APP_ROLE}`,
    ],
    [
      "empties a table",
      `grant truncate on contact_tags to ${APP_ROLE}`,
      `revoke truncate on contact_tags from ${APP_ROLE}`,
    ],
    [
      "writes a migration",
      `grant usage on schema drizzle to ${APP_ROLE}; grant insert on drizzle.__drizzle_migrations to ${APP_ROLE};
       grant usage on all sequences in schema drizzle to ${APP_ROLE}`,
      `revoke all on schema drizzle from ${APP_ROLE}; revoke all on all tables in schema drizzle from ${APP_ROLE};
       revoke all on all sequences in schema drizzle from ${APP_ROLE}`,
    ],
    [
      "reads hashes of passwords of roles",
      `grant select on pg_authid to ${APP_ROLE}`,
      `revoke select on pg_authid from ${APP_ROLE}`,
    ],
    [
      "switches an opt-out trigger off",
      `alter table contacts owner to ${APP_ROLE}`,
      `alter table contacts owner to kith`,
    ],
    [
      "reads a file",
      `grant execute on function pg_read_file(text) to ${APP_ROLE}`,
      `revoke execute on function pg_read_file(text) from ${APP_ROLE}`,
    ],
    [
      "makes a large object",
      "grant execute on function lo_create(oid) to public",
      "revoke execute on function lo_create(oid) from public",
    ],
  ])("this check catches a role that %s", async (attempt, hole, mend) => {
    await withHole(hole, mend, async () => expect(await outcome(app, ATTEMPTS[attempt] ?? "")).toBe("done"));
  });
});
