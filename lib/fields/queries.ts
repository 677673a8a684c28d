import { and, eq, sql } from "drizzle-orm";
import { db, pg, type Transaction } from "@/db/client";
import { fieldDefinitions } from "@/db/schema";
import { newChangeSet } from "@/lib/changes/record";
import { cleanKey, NO_PROTOTYPE } from "@/lib/contacts/custom-fields";
import { noteKeysWithin } from "@/lib/contacts/custom-keys";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { requireMatch } from "@/lib/precondition";
import { fieldsOf, recordOf } from "@/lib/records";
import { JOINERS, visibleLine } from "@/lib/text";
import { inTurn } from "@/lib/workspaces/turns";
import type { FieldType } from "./fields";
import { noteField } from "./journal";
import {
  type ChangedField,
  type CustomField,
  customField,
  type FieldChanges,
  type NewField,
} from "./schemas";

type Row = typeof fieldDefinitions.$inferSelect;

function toField(row: Row): CustomField {
  return recordOf(customField, { ...row, type: row.type as FieldType });
}

/** All fields of the workspace, by name. */
export async function listFields(workspaceId: string): Promise<{ data: CustomField[] }> {
  const rows = await pg()<CustomField[]>`
    select ${pg().unsafe(fieldsOf(customField.shape, "f"))} from field_definitions f
    where f.workspace_id = ${workspaceId}
    order by fold_text(f.name), f.key limit ${2 * LIMITS.custom_keys_per_workspace.max}`;
  return { data: rows.map((row) => recordOf(customField, row)) };
}

const isField = (workspaceId: string, id: string) =>
  and(eq(fieldDefinitions.workspace_id, workspaceId), eq(fieldDefinitions.id, id));

/** Throws 404. */
export async function findField(workspaceId: string, id: string): Promise<CustomField> {
  const [row] = await db().select().from(fieldDefinitions).where(isField(workspaceId, id));
  if (!row) throw notFound("Custom field");
  return toField(row);
}

/** The field as it is, locked until the transaction ends. Throws 404, 412 when `ifMatch` names another state. */
export async function lockField(
  workspaceId: string,
  tx: Transaction,
  id: string,
  ifMatch?: string,
): Promise<CustomField> {
  const [row] = await tx.select().from(fieldDefinitions).where(isField(workspaceId, id)).for("update");
  if (!row) throw notFound("Custom field");
  const field = toField(row);
  requireMatch(ifMatch, field);
  return field;
}

/** Creates a field. Throws 409 when this key or name is taken, or there is no room for another one. */
export async function createField(workspaceId: string, asked: NewField): Promise<CustomField> {
  const [key, name] = [cleanKey(asked.key ?? asked.name), visibleLine(asked.name)];
  if (key === "" || name === "")
    throw validationError([{ path: ["name"], code: "custom", message: "must not be empty" }]);
  if (key === "__proto__") throw validationError([{ path: ["key"], code: "custom", message: NO_PROTOTYPE }]);
  return inTurn(workspaceId, async (tx) => {
    const [taken] = await tx
      .select()
      .from(fieldDefinitions)
      .where(and(eq(fieldDefinitions.workspace_id, workspaceId), eq(fieldDefinitions.key, key)));
    if (taken) throw keyTaken(taken.id);
    await requireName(tx, workspaceId, name, key);
    await noteKeysWithin(tx, workspaceId, [key]);
    const values = { name, type: asked.type, options: asked.options ?? [], is_noted: false };
    // Registered just now.
    const [row] = await tx
      .insert(fieldDefinitions)
      .values({ workspace_id: workspaceId, id: newId(), key, ...values })
      .onConflictDoUpdate({
        target: [fieldDefinitions.workspace_id, fieldDefinitions.key],
        set: values,
        setWhere: eq(fieldDefinitions.is_noted, true),
      })
      .returning();
    if (!row) throw keyTaken(null);
    return toField(row);
  });
}

function keyTaken(field_id: string | null): ApiError {
  return new ApiError("CONFLICT", "A custom field with this key exists", { reason: "key_taken", field_id });
}

/** Two fields of one name could not be told apart. Throws 409. */
async function requireName(tx: Transaction, workspaceId: string, name: string, key: string): Promise<void> {
  const [other] = await tx.execute<{ id: string }>(sql`
    select id from field_definitions
    where workspace_id = ${workspaceId} and key <> ${key}
      and translate(fold_text(name), ${JOINERS}, '') = translate(fold_text(${name}), ${JOINERS}, '') limit 1`);
  if (!other) return;
  throw new ApiError("CONFLICT", "A custom field with this name exists", {
    reason: "name_taken",
    field_id: other.id,
  });
}

/** Gives a field another name or other options; contacts keep their values. Throws 404, 409 for a taken name, 412. */
export async function editField(
  workspaceId: string,
  id: string,
  { name: asked, options }: Pick<FieldChanges, "name" | "options">,
  ifMatch?: string,
): Promise<ChangedField> {
  const set = newChangeSet(workspaceId, "field_edited");
  return inTurn(workspaceId, async (tx) => {
    const field = await lockField(workspaceId, tx, id, ifMatch);
    const name = asked === undefined ? field.name : visibleLine(asked);
    if (name === "")
      throw validationError([{ path: ["name"], code: "custom", message: "must not be empty" }]);
    const next = { name, options: options ?? field.options };
    if (field.type !== "choice" && next.options.length > 0)
      throw validationError([{ path: ["options"], code: "custom", message: "are those of a choice" }]);
    if (field.type === "choice" && next.options.length === 0)
      throw validationError([
        { path: ["options"], code: "custom", message: "must have at least one option" },
      ]);
    const isSame = name === field.name && JSON.stringify(next.options) === JSON.stringify(field.options);
    if (isSame) return { field, change_id: null, bulk_action_id: null };
    if (name !== field.name) await requireName(tx, workspaceId, name, field.key);
    await tx.execute(noteField(set, id, "changed"));
    const [row] = await tx
      .update(fieldDefinitions)
      .set({ ...next, is_noted: false, written_by: set.id })
      .where(isField(workspaceId, id))
      .returning();
    return { field: row ? toField(row) : null, change_id: set.id, bulk_action_id: null };
  });
}
