import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import postgres from "postgres";
import { expect, test } from "./platform";
import { signUp } from "./user";

/** The roles of a hosted project's REST gateway, which every signed-in browser may assume. */
const ROLES = ["anon", "authenticated"];

/** Roles belong to the whole server; another database's run may have created them, in the same way. */
const createRoles = ROLES.map(
  (role) => `do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$;`,
).join("\n");

/** What a hosted project grants them in advance, on everything that will be created. */
const defaultGrants = `
  grant usage on schema public to anon, authenticated;
  alter default privileges in schema public grant all on tables to anon, authenticated;
  alter default privileges in schema public grant all on sequences to anon, authenticated;
  alter default privileges in schema public grant all on functions to anon, authenticated`;

test("the public roles of a hosted database see nothing of the product and can change nothing", async ({
  platform,
}) => {
  const name = `hosted_${randomUUID().replaceAll("-", "")}`;
  await platform.pg.unsafe(`create database ${name}`);
  const address = new URL(platform.databaseUrl);
  address.pathname = `/${name}`;
  const pg = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    await pg.unsafe(createRoles);
    await pg.unsafe(defaultGrants);
    const env = { ...process.env, DATABASE_URL: address.href };
    await promisify(execFile)("npm", ["run", "--silent", "db:migrate"], { env });
    const app = await platform.start({ DATABASE_URL: address.href });
    const user = await signUp(platform, app);
    const contact = { email: "ada@example.com", first_name: "Ada" };
    expect((await user.ask(app, "POST", "/api/contacts", contact)).status).toBe(201);

    const tables = await pg<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'identity')`;
    expect(tables.length).toBeGreaterThan(20);
    /** The result of a statement for a role: how many rows it touched, or why it was refused. */
    const outcome = (role: string, statement: string) =>
      pg
        .begin(async (tx) => {
          await tx.unsafe(`set local role ${role}`);
          return (await tx.unsafe(statement)).count;
        })
        .catch((error: { code: string }) => error.code);
    const refused = "42501";
    for (const role of ROLES) {
      for (const { name: table } of tables) {
        expect(await outcome(role, `select * from ${table}`), `${role} reads ${table}`).toBe(refused);
        expect(await outcome(role, `delete from ${table}`), `${role} empties ${table}`).toBe(refused);
      }
      const planted = `insert into workspaces (id, name) values ('${randomUUID()}', 'planted')`;
      expect(await outcome(role, planted)).toBe(refused);
      // Even if an operator grants everything again, the roles still see no rows.
      await pg.unsafe(`grant all on all tables in schema public to ${role}`);
      expect(await outcome(role, "select * from contacts")).toBe(0);
      expect(await outcome(role, "update contacts set first_name = 'Eve'")).toBe(0);
      expect(await outcome(role, planted)).toBe(refused);
    }
    expect((await user.ask(app, "GET", "/api/contacts")).body.data).toMatchObject([contact]);
  } finally {
    await pg.end();
  }
});
