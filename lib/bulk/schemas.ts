import { z } from "zod";
import { actor } from "@/lib/changes/schemas";
import { eachTextField } from "@/lib/contacts/fields";
import { bodyFilter } from "@/lib/contacts/filter-schemas";
import { customFields } from "@/lib/contacts/schemas";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { LIMITS } from "@/lib/limits";
import {
  id,
  idList,
  integer,
  optionalText,
  page,
  pageQuery,
  storedText,
  text,
  timestamp,
  uuid,
} from "@/lib/schemas";

const BULK_ACTIONS = ["tag", "untag", "unsubscribe", "delete", "set"] as const;
/** The actions that change custom fields (lib/bulk/fields.ts). */
const FIELD_ACTIONS = ["convert_field", "merge_field", "delete_field"] as const;
export type FieldAction = (typeof FIELD_ACTIONS)[number];
export type BulkAction = (typeof BULK_ACTIONS)[number] | FieldAction;

const bulkFilter = bodyFilter.meta({
  id: "BulkFilter",
  description:
    "The same filter as for the list of contacts; `{}` matches everybody, an unknown field is refused",
});

const newValues = z
  .object({
    ...eachTextField(
      ({ max, example }) => text(max, 1).optional().meta({ example }),
      ({ max }) => optionalText(max),
    ),
    custom_fields: customFields.optional(),
  })
  .meta({
    description:
      "For `set`: new values by field; null clears a field that may be empty; `external_id` can only be cleared; `custom_fields` key by key",
  });
/** Elsewhere fields that cannot be set, such as the address, are ignored; here nothing would be left. */
const NOTHING_TO_SET = `must have at least one of ${Object.keys(newValues.shape).join(", ")}`;
export type NewValues = Partial<z.output<typeof newValues>>;

export const bulkBody = z
  .object({
    action: z.enum(BULK_ACTIONS),
    tag_id: uuid.optional().meta({ description: "For `tag` and `untag`" }),
    fields: newValues.optional(),
    ids: idList(LIMITS.bulk_ids.max, 1)
      .optional()
      .meta({ description: "These contacts, instead of a filter; unknown ids are ignored" }),
    filter: bulkFilter.optional(),
  })
  .superRefine((body, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if ((body.ids === undefined) === (body.filter === undefined))
      refuse("filter", "is required, unless there are ids, and not beside them");
    if ((body.action === "tag" || body.action === "untag") && !body.tag_id) refuse("tag_id", "is required");
    if (body.action === "set" && valuesOf(body.fields).length === 0) refuse("fields", NOTHING_TO_SET);
    if (body.fields?.external_id)
      refuse("fields", "may only clear external_id: no two contacts have the same");
  })
  .meta({ id: "NewBulkAction" });
export type NewBulkAction = z.output<typeof bulkBody>;

/** The fields to set, with their values. */
export function valuesOf(fields: NewValues | undefined): [string, unknown][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (name !== "custom_fields") return [[name, value]];
    return Object.entries(value ?? {}).map(([key, one]) => [`custom_fields.${key}`, one]);
  });
}

const BULK_STATUSES = ["processing", "completed", "stopped", "failed"] as const;
const BULK_FAILURES = ["tag_deleted", "interrupted", "unexpected"] as const;
export type BulkFailure = (typeof BULK_FAILURES)[number];
/** Maximum number of refused ids that an answer lists. */
export const NAMED_IDS = 100;

export const bulkRecord = z
  .object({
    id,
    action: z.enum([...BULK_ACTIONS, ...FIELD_ACTIONS]),
    tag: z.object({ id, name: storedText({ maxLength: FIELD_LIMITS.tag }).nullable() }).nullable(),
    field: z
      .object({ id, name: storedText({ maxLength: FIELD_LIMITS.customKey }).nullable() })
      .nullable()
      .meta({ description: "For a change of a custom field: the field's previous name" }),
    fields: z.array(z.string()).meta({
      description: "For `set`: the names of the fields, including `custom_fields.<key>`",
      example: ["company"],
    }),
    actor,
    status: z.enum(BULK_STATUSES),
    total: integer("Contacts that matched at the time of the request: only these are changed"),
    processed: z.number().int(),
    changed: integer("Contacts that it changed or deleted; the others had nothing to change"),
    refused: integer(
      `Contacts that have ${LIMITS.tags_per_contact.max} other tags, whose value does not fit the field's type by then, or that have no room for another custom field`,
    ),
    refused_ids: z.array(id).meta({
      override: { type: "array", maxItems: NAMED_IDS },
      description: `The first ${NAMED_IDS} of them`,
    }),
    failure_code: z.enum(BULK_FAILURES).nullable(),
    change_id: id.nullable().meta({
      description: "The change set, for `POST /changes/{id}/undo`; null while nothing is changed",
    }),
    undone_by: id.nullable().meta({ description: "The change set of the undo" }),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: "BulkAction", description: "One action on many contacts, run as a job" });
export type BulkRecord = z.output<typeof bulkRecord>;

export const bulkPage = page(bulkRecord);
export const bulkParams = z.object({ id: uuid });
export const listBulkQuery = z.object({
  ...pageQuery,
  status: z.enum(BULK_STATUSES, "must be a status").optional(),
});
export type BulkListQuery = z.output<typeof listBulkQuery>;
