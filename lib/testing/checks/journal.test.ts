import { readFileSync } from "node:fs";
import type { TransactionSql } from "postgres";
import { expect, inject, it } from "vitest";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

const KEPT = [...IMPORTED_FIELDS, "email", "is_unsubscribed", "custom_fields", "written_by", "updated_at"];

/** What the journal's trigger forgets of a contact, after `ddl`, which is rolled back. */
async function forgotten(ddl: string): Promise<string[]> {
  const { id: workspaceId } = await newWorkspace();
  const importId = newId();
  let gaps: string[] = [];
  const undone = new Error("rolled back");
  await owner()
    .begin(async (tx: TransactionSql) => {
      await tx.unsafe(ddl);
      const texts = IMPORTED_FIELDS.join(", ");
      await tx.unsafe(`
        insert into contacts (workspace_id, id, email, ${texts}, is_unsubscribed, custom_fields, written_by)
        values ('${workspaceId}', '${newId()}', 'ada@example.com', ${IMPORTED_FIELDS.map((name) => `'${name}'`)}, true,
          '{"a": 1}', '${newId()}');
        set local kith.import_id = '${importId}';
        set local kith.import_moves = 'yes';
        update contacts set first_name = 'Eve', written_by = '${importId}' where workspace_id = '${workspaceId}'`);
      const [entry] = await tx`select * from import_changes where import_id = ${importId}`;
      gaps = KEPT.filter((name) => (entry?.[name] ?? null) === null);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return gaps;
}

/** The trigger of a distributed database, on this one: its shard is the table itself. */
const statements = readFileSync(new URL("../../../db/distributed.sql", import.meta.url), "utf8")
  .split("--> statement-breakpoint")
  .filter((statement) => /FUNCTION (next_number|journal_import_changes)\(/.test(statement));
const onShards = `
  alter table import_changes alter column seq drop identity;
  create function shard_beside(own oid, other text) returns text language sql return 'public.' || other;
  ${statements.join(";\n")}`;

it.skipIf(inject("isDistributed"))(
  "journals every field of a contact, on one server and on the shards of a distributed database",
  async () => {
    expect(statements).toHaveLength(2);
    expect(await forgotten("select 1")).toEqual([]);
    expect(await forgotten(onShards)).toEqual([]);
    const planted = onShards.replaceAll("%2$s", "first_name, is_unsubscribed, updated_at");
    expect(await forgotten(planted)).toEqual(
      KEPT.filter((name) => !/^(first|email|is_uns|updated)/.test(name)),
    );
  },
);
