import { z } from "zod";
import { madeChange } from "@/lib/changes/schemas";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX, eachTextField, IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { contactFaults } from "@/lib/imports/faults";
import { LIMITS } from "@/lib/limits";
import { id, integer, queryFlag } from "@/lib/schemas";

/** Why a contact of a batch fails: as in a file, or for reasons that only JSON has. */
const upsertCodes = [
  ...contactFaults,
  "wrong_type",
  "invalid_json",
  "inexact_number",
  "broken_unicode",
  "custom_key_invalid",
  "custom_fields_too_deep",
  "unknown_consent",
  "external_id_unknown",
] as const;
export type UpsertCode = (typeof upsertCodes)[number];

const MAX_RULES = 100;

/** Names of fields, separated by commas. */
function fieldList(description: string) {
  return z
    .string()
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(
      z
        .array(
          z.string().refine(isRuled, "must name text fields, tags, custom_fields or custom_fields.<key>"),
        )
        .max(MAX_RULES, `must name at most ${MAX_RULES} fields`),
    )
    .default([])
    .meta({ override: { type: "string" }, description, example: "phone,custom_fields.plan" });
}

function isRuled(name: string): boolean {
  const names: readonly string[] = [...IMPORTED_FIELDS, "tags", "custom_fields"];
  return names.includes(name) || /^custom_fields\../.test(name);
}

const policy = z.object({
  duplicate_strategy: z
    .enum(["update", "skip", "update_only"], "must be update, skip or update_only")
    .default("update")
    .meta({
      description:
        "What happens to existing contacts: `update` (and create the others), `skip`; `update_only` creates none, and remembers which of the others opted out",
    }),
  fill: fieldList("Fields that are only filled where they are empty; comma-separated"),
  never: fieldList("Fields that are never changed, only given to new contacts; comma-separated"),
  dry_run: queryFlag.meta({ description: "`true`: answer what would happen, and write nothing" }),
});
export const upsertQuery = policy.superRefine(({ fill, never }, context) => {
  if (never.some((name) => fill.includes(name)))
    context.addIssue({ code: "custom", path: ["never"], message: "must not name a field of fill" });
});
export type UpsertPolicy = z.output<typeof upsertQuery>;

/** For the document only: an invalid contact fails alone, so this is not what validates it. */
const upsertContact = z
  .object({
    email: z
      .string()
      .nullish()
      .meta({
        override: { type: ["string", "null"], pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX },
        description:
          "May be absent, null or empty beside an external_id: then the contact with that id keeps its address",
      }),
    ...eachTextField(
      ({ max }) => z.string().max(max).nullish(),
      ({ max }) => z.string().max(max).nullish(),
    ),
    is_unsubscribed: z
      .boolean()
      .nullish()
      .meta({ description: "`true` unsubscribes; `false` has no effect" }),
    custom_fields: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: "By key; a key that is null is cleared, the others keep what is stored" }),
    tags: z
      .array(z.string())
      .nullish()
      .meta({ description: "Names; an unknown tag is created when a contact gets it, none is removed" }),
  })
  .meta({
    id: "BatchContact",
    description:
      "A contact of a batch. What is absent or empty keeps what is stored. `null` clears a text field or a key of custom_fields, where `fill` and `never` allow it; a first name, an external_id, tags and the opt-out stay",
  });

export const upsertContacts = z.array(upsertContact).max(LIMITS.batch_contacts.max);

const upsertRow = z.object({
  index: integer("Its index in the batch, from 0"),
  status: z.enum(["created", "updated", "unchanged", "skipped", "failed"]),
  id: id.nullable().meta({ description: "The contact; null when there is none, or not yet" }),
  code: z.enum(upsertCodes).optional().meta({
    description:
      "Why it failed. `email_taken`: its external_id is known, and its address belongs to another contact, or did before this batch; `email_differs`: an earlier row gave the contact with its external_id another address; `external_id_differs`: the contact with its address has another external_id; `external_id_unknown`: no contact has its external_id, and without an e-mail address none is created; `inexact_number`: a double does not hold the number in `field` exactly, send it as text; `broken_unicode`: half of a surrogate pair stands alone in it; `unknown_consent`: a field that is not one of ours and, by its name, about consent, use `is_unsubscribed`",
  }),
  field: z.string().optional().meta({ description: "The field that caused the failure, if there is one" }),
  opted_out: z.boolean().optional().meta({
    description:
      "True for a row that failed and whose person opted out: that counts in any case, even if `email` only names addresses, as in `Ada <ada@example.com>`. The contact is unsubscribed, or the address remembered",
  }),
});
export type UpsertRow = z.output<typeof upsertRow>;

export const upsertResult = z
  .object({
    dry_run: z.boolean(),
    change_id: madeChange,
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    skipped: z.number().int(),
    failed: z.number().int(),
    opted_out: integer(
      "Of the created contacts, those that are unsubscribed because their address had opted out before",
    ),
    skipped_opt_outs: integer(
      "Of the skipped rows, those whose person opted out and is not a contact (`update_only`): the address is remembered",
    ),
    rows: z.array(upsertRow).meta({ description: "One result for each contact, in the order of the batch" }),
  })
  .meta({ id: "BatchResult" });
export type UpsertResult = z.output<typeof upsertResult>;
