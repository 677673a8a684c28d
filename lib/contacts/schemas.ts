import { z } from "zod";
import { actor, continuedChange, fieldChanges, madeChange } from "@/lib/changes/schemas";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { LIMITS, MAX_BULK_IDS } from "@/lib/limits";
import {
  id,
  idList,
  nullableText,
  optionalText,
  page,
  pageQuery,
  queryFlag,
  strictly,
  text,
  timestamp,
  uuid,
} from "@/lib/schemas";
import { tag } from "@/lib/tags/schemas";
import {
  CUSTOM_FIELD_LIMITS,
  cleanCustomFields,
  customFieldsProblem,
  hasNoPrototype,
  NO_PROTOTYPE,
} from "./custom-fields";
import { EMAIL_MAX, eachTextField } from "./fields";
import { type ContactFilter, contactFilter } from "./filter-schemas";
import { cursorText, isCursorOf, NEWEST_FIRST, type Sort, sortText } from "./sort";

const email = z
  .string()
  .transform((value) => value.trim())
  .pipe(
    z
      .string()
      .max(EMAIL_MAX, `must have at most ${EMAIL_MAX} characters`)
      .regex(new RegExp(EMAIL_PATTERN), "must be a valid e-mail address"),
  )
  .transform((value) => value.toLowerCase())
  .meta({
    override: { type: "string", pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX },
    example: "ada@example.com",
  });

function checkCustomFields(value: Record<string, unknown>, context: z.RefinementCtx) {
  const problem = customFieldsProblem(value);
  if (problem) context.addIssue({ code: "custom", message: problem });
}

export const customFields = z
  .unknown()
  .refine(hasNoPrototype, NO_PROTOTYPE)
  .pipe(z.record(z.string(), z.unknown()))
  .superRefine(checkCustomFields)
  .transform(cleanCustomFields)
  .superRefine(checkCustomFields)
  .meta({
    override: { type: "object", additionalProperties: true, maxProperties: CUSTOM_FIELD_LIMITS.keys },
    description:
      "At most 50 keys of 1 to 64 characters, 16 KB as JSON. Each key's custom field says what it holds: a value that does not fit is refused; a key without a field becomes text, which is any JSON. A number that a double does not hold exactly is refused (`inexact_number`): send it as text",
    example: { plan: "pro" },
  });

const fields = {
  email,
  ...eachTextField(
    ({ max, example }) => text(max, 1).meta({ example }),
    ({ max, example }) => optionalText(max).meta({ example }),
  ),
  is_unsubscribed: z.boolean().optional().meta({
    description:
      "An address that opted out before stays unsubscribed; only false in a later change reverts that",
  }),
  custom_fields: customFields.nullish().meta({
    override: {
      type: ["object", "null"],
      additionalProperties: true,
      maxProperties: CUSTOM_FIELD_LIMITS.keys,
    },
  }),
};

export const createContactBody = z.object(fields).meta({ id: "NewContact" });
export type NewContact = z.output<typeof createContactBody>;

export const updateContactBody = z
  .object({ ...fields, email: email.optional(), first_name: fields.first_name.optional() })
  .meta({
    id: "ContactChanges",
    description: "Absent fields keep their values; custom_fields are merged, null deletes a key",
  });
export type ContactChanges = z.output<typeof updateContactBody>;

export const contact = z
  .object({
    id,
    workspace_id: id,
    email: z.string().max(EMAIL_MAX).meta({ example: "ada@example.com" }),
    ...eachTextField(
      ({ example, max }) => z.string().min(1).max(max).meta({ example }),
      ({ max }) => z.string().max(max).nullable(),
    ),
    avatar_url: z
      .string()
      .nullable()
      .meta({
        override: { type: ["string", "null"], format: "uri" },
        description: "Picture at a public avatar service, by the e-mail's hash",
      }),
    is_unsubscribed: z.boolean(),
    custom_fields: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        "By key, as the custom field stores it (`GET /fields`): a number is a number, a date is a text like 2026-11-23",
    }),
    import_id: id.nullable().meta({ description: "The import that created the contact" }),
    import_row: z.number().int().nullable().meta({ description: "Its data row in that import, from 1" }),
    created_at: timestamp,
    updated_at: timestamp,
    tags: z.array(tag).optional(),
    has_more_tags: z.boolean().meta({
      description:
        "It has more tags than are allowed now, from before there was a limit; `tags` has the first of them",
    }),
  })
  .meta({ id: "Contact", description: "A contact" });
export type Contact = z.output<typeof contact>;

export const listContactsQuery = z
  .object({
    ...pageQuery,
    cursor: cursorText.optional(),
    sort: sortText.default(NEWEST_FIRST).meta({
      description:
        "The sort order, `-` for descending. Names, companies and texts are ordered without regard to accents and case; `custom_fields.<key>` follows the custom field's type: numbers as numbers, dates as dates. Contacts without a company, or without a value of the type, come last in both directions. A cursor belongs to one order, and to one type of the field: with another one it is refused",
    }),
    ...contactFilter,
  })
  .superRefine(({ cursor, sort }, context) => {
    if (cursor !== undefined && !isCursorOf(cursor, sort))
      context.addIssue({ code: "custom", path: ["cursor"], message: "belongs to another order" });
  });
export type ContactsPage = Pick<z.output<typeof listContactsQuery>, "cursor" | "limit"> & {
  sort?: Sort | undefined;
} & ContactFilter;

export const contactPage = page(contact).extend({
  nextCursor: nullableText("Cursor of the next page: an id when the newest come first; null at the end"),
});

export const bulkIdsBody = z.object({ ids: idList(MAX_BULK_IDS, 1), change_id: continuedChange });
export const bulkUnsubscribeResult = z.object({ unsubscribed: z.number().int(), change_id: madeChange });
export const bulkDeleteBody = bulkIdsBody.extend({
  erase: z.boolean().optional().meta({ description: "Leave nothing that could be undone" }),
});
export const bulkDeleteResult = z.object({ deleted: z.number().int(), change_id: madeChange });
export const deleteContactQuery = z.object({
  erase: queryFlag.meta({ description: "`true`: leave nothing that could be undone" }),
});

const side = z.enum(["this", "other"], "must be this or other");
const textRule = z.enum(["this", "other", "filled"], "must be this, other or filled").optional();
export const mergeBody = z.object({
  with: uuid.meta({ description: "The contact that is deleted" }),
  fields: strictly({
    email: side.optional().meta({ description: "`this` by default" }),
    ...eachTextField(
      () => textRule,
      () => textRule,
    ),
    notes: z
      .enum(["this", "other", "filled", "both"], "must be this, other, filled or both")
      .optional()
      .meta({ description: "`both` by default: one below the other" }),
    custom_fields: z
      .union([side, z.record(z.string().max(CUSTOM_FIELD_LIMITS.keyLength), side)])
      .optional()
      .meta({
        description: "Which contact wins for keys that both have: for all, or key by key; `this` by default",
      }),
  })
    .default({})
    .meta({
      description:
        "Whose value stays, field by field; `filled`, the default, is this one's, or the other's where this one's is empty",
    }),
});
export type MergeRules = z.output<typeof mergeBody>["fields"];
export const merged = z.object({ contact, change_id: id }).meta({ id: "MergedContact" });
export type Merged = z.output<typeof merged>;

const timelineEvent = z
  .object({
    kind: z
      .enum([
        "created",
        "imported",
        "import_changed",
        "changed",
        "merged",
        "deleted",
        "restored",
        "tagged",
        "unsubscribed",
        "resubscribed",
      ])
      .meta({
        description:
          "`changed`: by hand or by the API; for 30 days every change, after that only the last; `tagged`: tags that it still has; `unsubscribed`: the opt-out that holds, earlier ones are a `changed`; `merged`: another contact was merged into it; `deleted`: also by the undo of what had created it, or by a merge that was undone; `restored`: by an undo, with its id; both for 30 days; `resubscribed`: the last time that somebody reverted an opt-out",
      }),
    at: timestamp,
    import: z
      .object({
        id,
        filename: nullableText("null when the import's record was deleted"),
        row: z.number().int().nullable().meta({ description: "Data row that created the contact, from 1" }),
        line: z.number().int().nullable().meta({
          description: "Its line as a spreadsheet numbers it; null where blank lines make it uncertain",
        }),
      })
      .nullable(),
    tag: z.object({ id, name: z.string() }).nullable(),
    change_id: id.nullable().meta({
      description:
        "The change set, for a creation, a change, a tag, a deletion, an opt-out or their reversal of the last 30 days",
    }),
    of: z.object({ id, email: z.string() }).nullable().meta({
      description:
        "The contact that was merged into this one, or that the event was about before the merge; null for this one",
    }),
    by: actor.nullable().meta({ description: "Who did it; null when that is not kept" }),
    fields: fieldChanges.meta({
      description: "The values before and after, as far as they are kept",
    }),
  })
  .meta({ id: "TimelineEvent", description: "One event in a contact's history" });
export type TimelineEvent = z.output<typeof timelineEvent>;
export const timelineQuery = z.object({
  cursor: text(200).optional().meta({ description: "`nextCursor` of the page before" }),
});
export const contactTimeline = z.object({
  data: z.array(timelineEvent),
  nextCursor: nullableText(`Continues after ${LIMITS.timeline_events.max} events; null at the end`),
});

export const contactParams = z.object({ id: uuid });
