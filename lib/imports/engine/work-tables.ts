import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import { keptColumns } from "@/lib/changes/record";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { KEY_COLUMNS } from "@/lib/imports/rows/encode";
import type { MergePlan } from "./plan";

/**
 * Tables that batches are merged through. Each connection creates its own once, and every commit empties them: created
 * and dropped for every batch, they left some 60 dead rows in the catalogues each time, faster than autovacuum removes
 * them. The connection's next user, through a pooler for example, finds them empty. Their names encode their
 * definition, so that no version of Kith uses those of another; they are always qualified with their schema, because
 * the database may hold other tables of that name.
 */

/** Types of columns that are not plain text. */
const TYPES: Record<string, string> = {
  ...{ id: "uuid", import_row: "integer" },
  ...{ named: "boolean", cleared: "text[]", blanks: "text[]", tags: "text[]", moved_to: 'text collate "C"' },
  ...{
    email: 'text collate "C"',
    is_unsubscribed: "boolean",
    custom_fields: "jsonb",
    search_doc: 'text collate "C"',
  },
};

/** Definitions of every column that lines can have. */
const STAGED_COLUMNS: readonly string[] = [
  ...KEY_COLUMNS,
  ...["named", "cleared", "blanks", "tags", "moved_to", "email"],
  ...IMPORTED_FIELDS,
  ...["is_unsubscribed", "custom_fields", "search_doc"],
].map((name) => `${name} ${TYPES[name] ?? "text"}`);

/** All rows of a batch that are not copied straight into contacts. Columns that its file does not fill stay null. */
const STAGED = definition("kith_staged", `(${STAGED_COLUMNS.join(", ")})`);
/** Which tags a merge added to which contacts. */
const TAGGED = definition("kith_tagged", "(contact_id uuid primary key, tag_ids uuid[])");
/** What contacts were before an API batch. */
const FORMER = definition("kith_former", keptColumns("c"));

export const STAGED_TABLE = `pg_temp.${STAGED.name}`;
export const TAGGED_TABLE = `pg_temp.${TAGGED.name}`;
export const FORMER_TABLE = `pg_temp.${FORMER.name}`;

function definition(name: string, columns: string) {
  const version = createHash("sha256").update(columns).digest("hex").slice(0, 8);
  return { name: `${name}_${version}`, columns };
}

type Plan = Pick<MergePlan, "workspaceId" | "columns" | "isChangeSet">;

/** SQL: creates the tables that the merge needs, unless the connection has them, and removes rows of a failed attempt. */
export function openWorkTables(plan: Plan): string {
  const made = [
    `create temp table if not exists ${STAGED.name} ${STAGED.columns} on commit delete rows`,
    ...(plan.columns.tags
      ? [`create temp table if not exists ${TAGGED.name} ${TAGGED.columns} on commit delete rows`]
      : []),
    ...(plan.isChangeSet
      ? [
          `create temp table if not exists ${FORMER.name} on commit delete rows as
           select c.id, ${FORMER.columns} from contacts c where c.workspace_id = '${plan.workspaceId}' with no data`,
        ]
      : []),
  ];
  const emptied = needed(plan).map((name) => `delete from ${name}`);
  return [...made, ...emptied].join("; ");
}

/**
 * Empties them between two batches of one transaction, outside its savepoints: there the space is released at once,
 * without a row in the catalogues from the second time on.
 */
export async function clearWorkTables(tx: TransactionSql, plan: Plan): Promise<void> {
  await tx.unsafe(`${openWorkTables(plan)}; truncate ${needed(plan).join(", ")}`);
}

function needed({ columns, isChangeSet }: Plan): string[] {
  return [STAGED_TABLE, ...(columns.tags ? [TAGGED_TABLE] : []), ...(isChangeSet ? [FORMER_TABLE] : [])];
}
