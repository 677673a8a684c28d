import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { fieldDefinitions } from "@/db/schema";
import { asSearch } from "@/db/work";
import { type ChangeSet, newChangeSet } from "@/lib/changes/record";
import { forgetKey } from "@/lib/contacts/custom-keys";
import { validationError } from "@/lib/errors";
import { requireIdle } from "@/lib/fields/idle";
import { noteField } from "@/lib/fields/journal";
import { lockField } from "@/lib/fields/queries";
import type { FieldStep } from "@/lib/fields/rewrite";
import type { ChangedField, CustomField, FieldChanges } from "@/lib/fields/schemas";
import { inTurn } from "@/lib/workspaces/turns";
import { wayOf } from "./actions";
import { requireRoom, storeBulk } from "./queries";
import type { FieldAction } from "./schemas";

/**
 * Changes of a custom field that also change its values: the field changes at once, the contacts' values follow by a
 * bulk action of the same change set, whose undo reverts both (docs/decisions/custom-fields.md).
 */

/**
 * Deletes a field. Throws 404; 409 while an import fills it, it is being changed, or too many bulk actions run; 412 if
 * `ifMatch` names another state.
 */
export function deleteField(workspaceId: string, id: string, ifMatch?: string): Promise<ChangedField> {
  return change(workspaceId, "delete_field", async (tx) => {
    const field = await lockField(workspaceId, tx, id, ifMatch);
    return { field, step: { key: field.key }, apply: () => remove(tx, workspaceId, field) };
  });
}

/**
 * Merges one field into another: contacts without a value in `into` get theirs from the other, which is then deleted.
 * Throws what deleting throws, and 400 if the values of one would not fit the other.
 */
export function mergeField(workspaceId: string, id: string, into: string): Promise<ChangedField> {
  return change(workspaceId, "merge_field", async (tx) => {
    // In a fixed order; otherwise two merges of the same fields could wait for each other.
    const locked = new Map<string, CustomField>();
    for (const one of [...new Set([id, into])].sort()) locked.set(one, await lockField(workspaceId, tx, one));
    const [field, target] = [locked.get(id), locked.get(into)];
    if (!field || !target || field === target) throw refuse("into", "must be another field");
    const isFitting =
      target.type === "text" ||
      (field.type === target.type && field.options.every((option) => target.options.includes(option)));
    if (!isFitting) throw refuse("into", "must be text or have the same type, with all options of the other");
    return {
      field,
      step: { key: field.key, into: target.key },
      apply: async () => {
        await remove(tx, workspaceId, field);
        return target;
      },
    };
  });
}

/** Gives a field another type. Throws what deleting throws. */
export function convertField(
  workspaceId: string,
  id: string,
  { type = "text", options = [], format = null }: Pick<FieldChanges, "type" | "options"> & FormatAsked,
  ifMatch?: string,
): Promise<ChangedField> {
  return change(workspaceId, "convert_field", async (tx, set) => {
    const field = await lockField(workspaceId, tx, id, ifMatch);
    return {
      field,
      step: { key: field.key, rule: { type, options }, format },
      apply: async () => {
        await tx
          .update(fieldDefinitions)
          .set({ type, options, is_noted: false, written_by: set.id })
          .where(and(eq(fieldDefinitions.workspace_id, workspaceId), eq(fieldDefinitions.id, id)));
        return { ...field, type, options };
      },
    };
  });
}

type FormatAsked = { format?: FieldChanges["format"] | null };

const refuse = (path: string, message: string) =>
  validationError([{ path: [path], code: "custom", message }]);

interface Change {
  field: CustomField;
  step: FieldStep;
  /** Changes the field itself, and returns the result. */
  apply: () => Promise<CustomField | null>;
}

async function change(
  workspaceId: string,
  action: FieldAction,
  prepare: (tx: Transaction, set: ChangeSet) => Promise<Change>,
): Promise<ChangedField> {
  const set = newChangeSet(workspaceId, wayOf(action));
  return asSearch(() =>
    inTurn(workspaceId, async (tx) => {
      const { field, step, apply } = await prepare(tx, set);
      await requireRoom(workspaceId, tx);
      await requireIdle(tx, workspaceId, [step.key, step.into ?? step.key]);
      await storeBulk(workspaceId, tx, {
        ...set,
        action,
        fields: [],
        newValues: step,
        where: sql`contacts.workspace_id = ${workspaceId} and contacts.custom_fields ? ${field.key}::text`,
      });
      const kind = action === "convert_field" ? "changed" : "deleted";
      await tx.execute(noteField(set, field.id, kind));
      return { field: await apply(), change_id: set.id, bulk_action_id: set.id };
    }),
  );
}

async function remove(tx: Transaction, workspaceId: string, { id, key }: CustomField): Promise<null> {
  await tx
    .delete(fieldDefinitions)
    .where(and(eq(fieldDefinitions.workspace_id, workspaceId), eq(fieldDefinitions.id, id)));
  await tx.execute(forgetKey(workspaceId, key));
  return null;
}
