import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { KEPT_COLUMNS } from "@/lib/changes/record";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import {
  definerFunctions,
  fieldGaps,
  formerGaps,
  misplacedKeys,
  openDefiners,
  openTables,
  sharedUniques,
  unscopedForeignKeys,
  views,
} from "./catalogue";

/** Runs `ddl`, checks, and rolls the planted fault back: nothing of it is ever committed. */
async function withFault<T>(ddl: string, look: () => Promise<T>, mend: string): Promise<T> {
  await owner().unsafe(ddl);
  try {
    return await look();
  } finally {
    await owner().unsafe(mend);
  }
}

describe("the catalogue", () => {
  it("keys every tenant table by workspace first", async () => {
    expect(await misplacedKeys()).toEqual([]);
    const ddl = "create table planted (id uuid primary key, workspace_id uuid not null)";
    expect(await withFault(ddl, misplacedKeys, "drop table planted")).toEqual(["planted"]);
  });

  it("has every text field of a contact in the table, the journal, and the search", async () => {
    expect(await fieldGaps(TEXT_FIELDS)).toEqual([]);
    const planted = ["planted_field"] as unknown as typeof TEXT_FIELDS;
    expect(await fieldGaps([...TEXT_FIELDS, ...planted], planted, planted)).toEqual([
      "contacts.planted_field",
      "import_changes.planted_field",
      "contact_changes.planted_field",
      "search_doc: planted_field",
    ]);
    const ddl = "alter table contacts add column planted text";
    const found = await withFault(
      ddl,
      () => fieldGaps(TEXT_FIELDS),
      "alter table contacts drop column planted",
    );
    expect(found).toEqual(["fields.ts: planted"]);
  });

  it("keeps former values of every column of a contact", async () => {
    expect(await formerGaps(KEPT_COLUMNS)).toEqual([]);
    const ddl = "alter table contacts add column planted integer";
    const mend = "alter table contacts drop column planted";
    expect(await withFault(ddl, () => formerGaps(KEPT_COLUMNS), mend)).toEqual(["planted"]);
  });

  it("carries the workspace in every link between tenant tables", async () => {
    expect(await unscopedForeignKeys()).toEqual([]);
    const ddl = `
      create table planted_tags (workspace_id uuid, id uuid unique, primary key (workspace_id, id));
      create table planted (workspace_id uuid, id uuid, tag_id uuid references planted_tags (id),
        primary key (workspace_id, id))`;
    const found = await withFault(ddl, unscopedForeignKeys, "drop table planted, planted_tags");
    expect(found).toEqual(["planted_tag_id_fkey"]);
  });

  it("has no uniqueness across workspaces, which would tell one about another", async () => {
    // The hash of a random key cannot be guessed, and the key alone has to find its workspace.
    expect(await sharedUniques()).toEqual(["api_keys_key_hash_unique"]);
    const ddl = "create unique index planted on contacts (email)";
    expect(await withFault(ddl, sharedUniques, "drop index planted")).toContain("planted");
  });

  it("has row level security on every table", async () => {
    expect(await openTables()).toEqual([]);
    const ddl = "create table planted (id int)";
    expect(await withFault(ddl, openTables, "drop table planted")).toEqual(["planted"]);
  });

  it("has functions with their owner's rights for the security log alone, and no view", async () => {
    const ours = ["forget_events_of(uuid)", "note_events(jsonb)", "prune_events()"];
    expect([await definerFunctions(), await openDefiners(), await views()]).toEqual([ours, [], []]);
    const ddl = `
      create function planted() returns bigint language sql security definer return (select count(*) from contacts);
      create view planted as select * from contacts`;
    const look = async () => [await definerFunctions(), await openDefiners(), await views()];
    expect(await withFault(ddl, look, "drop view planted; drop function planted()")).toEqual([
      [...ours, "planted()"].toSorted(),
      ["planted()"],
      ["planted"],
    ]);
  });
});

/**
 * The roles of a hosted REST gateway, with more grants than it ever had. Their names are unique to this run, since
 * roles are shared.
 */
const suffix = newId().replaceAll("-", "");
const roles = [`anon_${suffix}`, `authenticated_${suffix}`];

describe("the roles of a hosted REST gateway", () => {
  beforeAll(async () => {
    await newWorkspace("canary");
    for (const role of roles) {
      await owner().unsafe(`create role ${role}`);
      await owner().unsafe(`
        grant usage on schema public, identity to ${role};
        grant all on all tables in schema public, identity to ${role}`);
    }
  });
  afterAll(async () => {
    for (const role of roles) await owner().unsafe(`drop owned by ${role}; drop role ${role}`);
  });

  async function visibleTo(role: string): Promise<string[]> {
    const tables = await pg()<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'identity')`;
    expect(tables.length).toBeGreaterThan(20);
    return owner().begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      const seen: string[] = [];
      for (const { name } of tables) {
        const rows = await tx.unsafe(`select 1 from ${name} limit 1`);
        if (rows.length > 0) seen.push(name);
      }
      return seen;
    });
  }

  it.each(roles)("see no row of any table even when granted: %s", async (role) => {
    expect(await visibleTo(role)).toEqual([]);
    const open = "alter table workspaces disable row level security";
    const close = "alter table workspaces enable row level security";
    expect(await withFault(open, () => visibleTo(role), close)).toEqual(["workspaces"]);
  });

  it.each(roles)("can write none: %s", async (role) => {
    const write = owner().begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      await tx`insert into workspaces (id, name) values (${newId()}, 'planted')`;
    });
    await expect(write).rejects.toMatchObject({ code: "42501" });
  });
});
