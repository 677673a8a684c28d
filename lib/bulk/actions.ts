import type { Transaction } from "@/db/client";
import type { ChangeSet } from "@/lib/changes/record";
import type { Way } from "@/lib/changes/ways";
import { deleteFor } from "@/lib/contacts/erase";
import { setFieldsFor } from "@/lib/contacts/set-fields";
import { unsubscribeFor } from "@/lib/contacts/unsubscribe";
import { convertKeyFor, type FieldStep, moveKeyFor, removeKeyFor } from "@/lib/fields/rewrite";
import { fitLocked } from "@/lib/fields/rules";
import { storedJson } from "@/lib/jsonb";
import { putTagOn, takeTagOff } from "@/lib/tags/associations";
import type { BulkAction, NewValues } from "./schemas";

/** The parameters of a bulk action, from its row. */
export interface Bulk extends Record<string, unknown> {
  action: BulkAction;
  tag_id: string | null;
  new_values: string | null;
  user_id: string | null;
  api_key_id: string | null;
  done_blocks: number;
}

/** The result of a block. */
export interface Outcome {
  changed: number;
  /** Contacts without room for another tag. */
  refused: string[];
}

type Step = (tx: Transaction, set: ChangeSet, bulk: Bulk, ids: string[]) => Promise<Outcome>;

const ACTIONS: Record<BulkAction, { way: Way; step: Step }> = {
  tag: {
    way: "contacts_tagged",
    step: async (tx, set, { tag_id }, ids) => {
      const { tagged, refused } = await putTagOn(tx, set, tag_id ?? "", ids);
      return { changed: tagged, refused };
    },
  },
  untag: {
    way: "contacts_untagged",
    step: async (tx, set, { tag_id }, ids) => only(await takeTagOff(tx, set, tag_id ?? "", ids)),
  },
  unsubscribe: {
    way: "contacts_unsubscribed",
    step: async (tx, set, _, ids) =>
      only((await unsubscribeFor(tx, set, ids)).filter(({ was }) => !was).length),
  },
  delete: {
    way: "contacts_deleted",
    step: async (tx, set, _, ids) => only(await deleteFor(tx, set, ids)),
  },
  set: {
    way: "contacts_edited",
    step: async (tx, set, { new_values }, ids) => {
      const values = await fitNow(tx, set.workspaceId, storedJson(new_values ?? "{}"));
      return values ? setFieldsFor(tx, set, values, ids) : { changed: 0, refused: ids };
    },
  },
  convert_field: { way: "field_converted", step: fieldStep(convertKeyFor) },
  merge_field: { way: "fields_merged", step: fieldStep(moveKeyFor) },
  delete_field: { way: "field_deleted", step: fieldStep(removeKeyFor) },
};

function fieldStep(
  work: (tx: Transaction, set: ChangeSet, step: FieldStep, ids: string[]) => Promise<Outcome>,
): Step {
  return (tx, set, { new_values }, ids) => work(tx, set, storedJson(new_values ?? "{}"), ids);
}

/**
 * Checks the values against the current fields, which are locked until the block is written. Null if one no longer
 * fits.
 */
async function fitNow(tx: Transaction, workspaceId: string, values: NewValues): Promise<NewValues | null> {
  if (!values.custom_fields) return values;
  const custom_fields = await fitLocked(tx, workspaceId, values.custom_fields);
  return custom_fields && { ...values, custom_fields };
}

const only = (changed: number): Outcome => ({ changed, refused: [] });

export const stepOf = (action: BulkAction): Step => ACTIONS[action].step;
export const wayOf = (action: BulkAction): Way => ACTIONS[action].way;
