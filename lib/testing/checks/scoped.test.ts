import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, it } from "vitest";
import { contacts, contactTags } from "@/db/schema";
import { isUnscoped } from "./scoped";

const OURS = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
const TABLES = ["contacts", "contact_tags", "tags", "settings"];
/** $1 is our workspace, $2 another value. */
const verdict = (text: string) => isUnscoped({ text, parameters: [OURS, "x"] }, OURS, TABLES);

describe("a statement is refused", () => {
  it.each([
    ["without a condition", "select id from contacts"],
    ["by another value", "select id from contacts where workspace_id = $2"],
    ["by another literal", "select id from contacts where workspace_id = 'x'"],
    [
      "if it compares one of two tables",
      "select c.id from contacts c join tags t on true where c.workspace_id = $1",
    ],
    [
      "if it only returns the other's",
      "select c.id, t.workspace_id from contacts c join contact_tags t on t.contact_id = c.id where c.workspace_id = $1",
    ],
    ["if it compares a column with itself", "select 1 from contacts c where c.workspace_id = c.workspace_id"],
    ["if it excludes the workspace", "select 1 from contacts c where c.workspace_id <> $1"],
    ["if there is an alternative", "select 1 from contacts c where c.workspace_id = $1 or c.email = $2"],
    ["if the condition is negated", "select 1 from contacts c where not c.workspace_id = $1"],
    ["by several workspaces", "select 1 from contacts c where workspace_id in ($1, $2)"],
    [
      "if it only sorts",
      "select 1 from contacts c, tags t where t.workspace_id = $1 order by c.workspace_id",
    ],
    [
      "if only a subquery's alias of the same name is bound",
      "select 1 from contacts c where exists (select 1 from contacts c where c.workspace_id = $1)",
    ],
    [
      "if an alias means another table in a subquery",
      "select 1 from tags c where c.workspace_id = $1 and c.id in (select c.id from contacts c)",
    ],
    ["in an expression", "select (select count(*) from tags) from contacts where workspace_id = $1"],
    ["in with", "with t as (select * from tags) select 1 from t, contacts c where c.workspace_id = $1"],
    ["in a part of union", "select id from tags where workspace_id = $1 union all select id from contacts"],
    ["in a lateral", "select 1 from tags t, lateral (select from contacts c) x where t.workspace_id = $1"],
    [
      "in a query's own columns",
      "select 1 from (select $2 as workspace_id) x join tags t using (workspace_id)",
    ],
    [
      "if the second part of union has another workspace",
      "with x as (select $1 as w union select $2) select 1 from x join tags t on t.workspace_id = x.w",
    ],
    [
      "if recursion leaves the workspace",
      "with recursive x(w) as (select $1 union select $2 from x) select 1 from x, tags t where t.workspace_id = x.w",
    ],
    [
      "if only the other side of an outer join is",
      "select from tags t left join contacts c on t.workspace_id = $1",
    ],
    [
      "by the condition of a full join",
      "select from tags t full join contacts c on t.workspace_id = $1 and c.workspace_id = $1",
    ],
    ["in an update", "update tags set name = 'x' where id = $1"],
    ["in an update's from", "update tags t set name = c.email from contacts c where t.workspace_id = $1"],
    ["if it moves rows to another", "update tags set workspace_id = $2 where workspace_id = $1"],
    ["in a delete's using", "delete from tags t using contacts c where t.workspace_id = $1"],
    ["in an insert of another workspace", "insert into tags (workspace_id, id) values ($1, $2), ($2, $2)"],
    ["in an insert without the column", "insert into tags (id) values ($1)"],
    [
      "in an insert from a table that is not bound",
      "insert into tags (workspace_id, id) select $1, c.id from contacts c",
    ],
    [
      "in an insert of its source's workspace",
      "insert into tags (id, workspace_id) select c.workspace_id, c.id from contacts c where c.workspace_id = $1",
    ],
    [
      "in the update of a conflict over another key",
      "insert into tags as t (workspace_id, id) values ($1, $2) on conflict (id) do update set name = 'x'",
    ],
    ["in a copy", "copy (select * from contacts) to stdout"],
    ["in a command without conditions", "truncate contacts"],
    ["in a merge", "merge into tags t using contacts c on c.workspace_id = $1 when matched then delete"],
  ])("%s: %s", (_, text) => expect(verdict(text)).toBe(true));
});

describe("a statement is accepted", () => {
  it.each([
    ["by a parameter", "select id from contacts where workspace_id = $1::uuid and id = $2"],
    ["by a literal", `copy (select * from contacts where workspace_id = '${OURS}') to stdout`],
    ["without a tenant table", "select 1 from workspaces w where w.id = $2"],
    [
      "by a table that is bound",
      "select from contacts c left join contact_tags t on (t.workspace_id, t.contact_id) = (c.workspace_id, c.id) where $1 = c.workspace_id",
    ],
    ["by using", "select from contacts join contact_tags t using (workspace_id) where t.workspace_id = $1"],
    [
      "by the level around it",
      "select from contacts c where c.workspace_id = $1 and not exists (select from tags t where t.workspace_id = c.workspace_id)",
    ],
    [
      "by the columns of a query",
      "with x as (select * from tags where workspace_id = $1) select from x join contacts c on c.workspace_id = x.workspace_id",
    ],
    [
      "by a subquery",
      "select from contacts where (workspace_id, id) in (select workspace_id, contact_id from contact_tags where workspace_id = $1)",
    ],
    [
      "by a lateral",
      "select from contacts c cross join lateral (select c.workspace_id) x join tags t on t.workspace_id = x.workspace_id where c.workspace_id = $1",
    ],
    [
      "in an insert with a conflict",
      "insert into tags as t (workspace_id, id) values ($1, $2) on conflict (workspace_id, id) do update set name = 'x' returning workspace_id",
    ],
    [
      "in what recursion keeps",
      "with recursive x as (select workspace_id from tags where workspace_id = $1 union all select x.workspace_id from x) select from x join contacts c using (workspace_id)",
    ],
    ["in a table of the connection's own", "create temp table tags (workspace_id uuid)"],
    ["in rows to load", "copy contacts (workspace_id, id) from stdin"],
  ])("%s: %s", (_, text) => expect(verdict(text)).toBe(false));
});

describe("of Drizzle's builder", () => {
  const db = drizzle.mock();
  const refuses = (query: { toSQL: () => { sql: string; params: unknown[] } }) => {
    const { sql: text, params: parameters } = query.toSQL();
    return isUnscoped({ text, parameters }, OURS, TABLES);
  };
  const linked = (isWhole: boolean) =>
    db
      .select({ id: contacts.id, workspace: contacts.workspace_id, other: contactTags.workspace_id })
      .from(contacts)
      .innerJoin(
        contactTags,
        and(
          eq(contactTags.contact_id, contacts.id),
          ...(isWhole ? [eq(contactTags.workspace_id, contacts.workspace_id)] : []),
        ),
      )
      .where(eq(contacts.workspace_id, OURS));

  it("both tables of a join need a condition, however many columns are named", () => {
    expect([refuses(linked(false)), refuses(linked(true))]).toEqual([true, false]);
  });

  it("the list of all columns is no condition", () => {
    const one = db.select().from(contacts);
    expect(refuses(one.where(eq(contacts.id, OURS)))).toBe(true);
    const both = and(eq(contacts.workspace_id, OURS), eq(contacts.id, OURS));
    expect(refuses(db.select().from(contacts).where(both))).toBe(false);
  });
});

it("what PostgreSQL cannot read is an error, not a pass", () => {
  expect(() => verdict("selec 1")).toThrow("syntax error");
});
