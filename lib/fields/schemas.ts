import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, integer, storedText, text, timestamp, uuid } from "@/lib/schemas";
import { CELL_FORMATS, FIELD_OPTIONS, FIELD_TYPES, FORMATS_OF } from "./fields";
import { optionsFault } from "./option-lists";

export const fieldType = z.enum(FIELD_TYPES, `must be one of ${FIELD_TYPES.join(", ")}`).meta({
  description:
    "The type of its values in `custom_fields`: `text` any JSON (numbers as far as doubles hold them exactly), `number` a JSON number of at most 15 digits, 0 or 0.000001 at least without its sign, `boolean` true or false, `date` a text like 2026-11-23, `choice` one of the options. Texts in this form are read as such",
});
const name = text(FIELD_LIMITS.customKey, 1).meta({ example: "Renewal" });

/** Options of a choice, each once in any case. */
export const fieldOptions = z
  .array(text(FIELD_OPTIONS.length, 1))
  .max(FIELD_OPTIONS.max, `must have at most ${FIELD_OPTIONS.max} options`)
  .refine((options) => optionsFault(options)?.kind !== "same", "must name each option once, in any case")
  .meta({ description: "For a `choice`: its values, in the order in which forms show them" });

export const cellFormat = z.enum(CELL_FORMATS).meta({
  description:
    "How texts are written: numbers with a decimal `dot` (1,234.5) or `comma` (1.234,5), dates as `ymd`, `dmy` or `mdy`",
});

const storedName = storedText({ minLength: 1, maxLength: FIELD_LIMITS.customKey });

export const customField = z
  .object({
    id,
    key: storedName.meta({
      description: "Its key in `custom_fields`, which never changes",
      example: "renewal",
    }),
    name: storedName.meta({ description: "The name that people see", example: "Renewal" }),
    type: fieldType,
    options: z.array(storedText({ minLength: 1, maxLength: FIELD_OPTIONS.length })).meta({
      override: { type: "array", maxItems: FIELD_OPTIONS.max },
    }),
    created_at: timestamp,
  })
  .meta({ id: "CustomField", description: "The type of a key of `custom_fields`" });
export type CustomField = z.output<typeof customField>;
export const fieldList = z.object({ data: z.array(customField) });

export const fieldValues = z.object({
  data: z.array(
    z
      .object({
        value: z.string().meta({ example: "Pro" }),
        contacts: integer("How many of the contacts that were read have it, in any case"),
      })
      .meta({ id: "FieldValue", description: "A value of a custom field" }),
  ),
  contacts_read: integer("How many contacts were read: all, or a sample"),
  is_sample: z.boolean().meta({ description: "Whether there are more contacts than were read" }),
});

type Asked = {
  type?: (typeof FIELD_TYPES)[number] | undefined;
  options?: string[] | undefined;
  format?: string | undefined;
};

function checkField({ type, options, format }: Asked, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (type === "choice" && !options?.length) refuse("options", "must have at least one option");
  if (type !== undefined && type !== "choice" && options?.length) refuse("options", "are those of a choice");
  const formats: readonly string[] = (type && FORMATS_OF[type]) ?? [];
  if (format !== undefined && !formats.includes(format)) refuse("format", "must be one of the type");
}

export const createFieldBody = z
  .object({
    name,
    key: text(FIELD_LIMITS.customKey, 1)
      .optional()
      .meta({ description: "Defaults to the name; without invisible characters" }),
    type: fieldType.default("text"),
    options: fieldOptions.optional(),
  })
  .superRefine(checkField)
  .meta({ id: "NewCustomField" });
export type NewField = z.output<typeof createFieldBody>;

export const updateFieldBody = z
  .object({
    name: name.optional(),
    options: fieldOptions.optional(),
    type: fieldType.optional(),
    format: cellFormat.optional(),
  })
  .superRefine(checkField)
  .refine(({ name, type }) => name === undefined || type === undefined, {
    path: ["name"],
    message: "must be changed without the type: each is undone by itself",
  })
  .meta({
    id: "CustomFieldChanges",
    description:
      "Absent fields keep their values. With another `type` the values of all contacts are converted in the background, texts as `format` says; a value that does not fit stays as it is",
  });
export type FieldChanges = z.output<typeof updateFieldBody>;

export const mergeFieldBody = z.object({
  into: uuid.meta({ description: "The field that stays; where it has a value, that is kept" }),
});

export const fieldParams = z.object({ id: uuid });
/** What a change of a field does to contacts, as a job. */
export const changedField = z
  .object({
    field: customField.nullable().meta({ description: "The field as it is now; null when it is deleted" }),
    change_id: id
      .nullable()
      .meta({ description: "The change set, for `POST /changes/{id}/undo`; null when nothing was changed" }),
    bulk_action_id: id.nullable().meta({
      description:
        "The bulk action that changes the contacts, for `GET /bulk-actions/{id}`; null when none is needed",
    }),
  })
  .meta({ id: "ChangedCustomField" });
export type ChangedField = z.output<typeof changedField>;
