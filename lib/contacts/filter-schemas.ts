import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { CONDITION_FORMS, type Condition, MAX_ANY_OF, readCondition } from "@/lib/fields/conditions";
import { idList, moment, queryFlag, strictly, text, uuid, uuidList } from "@/lib/schemas";
import { hasNoPrototype, NO_PROTOTYPE } from "./custom-fields";
import { maxOf } from "./fields";
import { countWords, MAX_WORDS } from "./search-words";

const MAX_CONDITIONS = FIELD_LIMITS.filterFields;
const wanted = text(FIELD_LIMITS.customText, 1);
const readText = (value: string) => wanted.safeParse(value).data;

const textShape = { type: "string", minLength: 1, maxLength: FIELD_LIMITS.customText } as const;
const shapeOf = (properties: Record<string, object>, rules: object) => ({
  type: "object" as const,
  additionalProperties: false,
  properties,
  ...rules,
});
const CONDITION_SHAPES = [
  textShape,
  { type: "number" as const },
  { type: "boolean" as const },
  shapeOf({ contains: textShape }, { required: ["contains"] }),
  shapeOf(
    { any_of: { type: "array", items: textShape, minItems: 1, maxItems: MAX_ANY_OF } },
    { required: ["any_of"] },
  ),
  shapeOf({ is_set: { type: "boolean" } }, { required: ["is_set"] }),
  shapeOf({ from: { type: "number" }, to: { type: "number" } }, { minProperties: 1 }),
  shapeOf(
    { from: { type: "string", format: "date" }, to: { type: "string", format: "date" } },
    { minProperties: 1 },
  ),
];

const condition = z
  .unknown()
  .transform((value, context): Condition => {
    const read = readCondition(value, readText);
    if (read !== undefined) return read;
    context.addIssue({ code: "custom", message: `must be ${CONDITION_FORMS}` });
    return z.NEVER;
  })
  .meta({ override: { anyOf: CONDITION_SHAPES } });

const customRecord = z
  .record(text(FIELD_LIMITS.customKey, 1), condition)
  .refine(
    (conditions) => Object.keys(conditions).length <= MAX_CONDITIONS,
    `must have at most ${MAX_CONDITIONS} fields`,
  );
const customConditions = z.unknown().refine(hasNoPrototype, NO_PROTOTYPE).pipe(customRecord);
export type CustomConditions = z.output<typeof customConditions>;

const CUSTOM_DESCRIPTION = `Custom fields by key. As text, in any case and whatever the type: \`{"plan": "pro"}\` is one, \`{"plan": {"contains": "pro"}}\` has it in it, \`{"plan": {"any_of": ["pro", "free"]}}\` is one of them. As what they are: \`{"seats": {"from": 5, "to": 10}}\` and \`{"seats": 7}\` find numbers, \`{"renewal": {"from": "2026-01-01"}}\` finds days, \`{"active": true}\` finds yes; both ends of a range belong to it. \`{"plan": {"is_set": false}}\` has no value. At most ${MAX_CONDITIONS} fields`;

const customBody = customConditions.meta({
  override: {
    type: "object",
    maxProperties: MAX_CONDITIONS,
    additionalProperties: { anyOf: CONDITION_SHAPES },
  },
  description: CUSTOM_DESCRIPTION,
  example: { plan: "pro", seats: { from: 5 } },
});

const customQuery = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(customConditions)
  .meta({
    override: { type: "string" },
    description: `${CUSTOM_DESCRIPTION}. As JSON`,
    example: '{"plan":"pro","seats":{"from":5}}',
  });

const words = text(FIELD_LIMITS.search).refine(
  (value) => countWords(value) <= MAX_WORDS,
  `must have at most ${MAX_WORDS} words`,
);
const wordsMeta = {
  override: { type: "string" as const, maxLength: FIELD_LIMITS.search },
  description: `Words in any order, each a part of e-mail, name, company, phone or a custom field; accents, case and the spelling of phone numbers do not matter. At most ${MAX_WORDS} words`,
  example: "müller klara",
};
/** For actions on everything that a filter finds: refuses an empty filter, which would be everybody. */
const someWords = words
  .refine((value) => countWords(value) > 0, "must not be empty")
  .optional()
  .meta({ ...wordsMeta, description: `${wordsMeta.description}. Not empty: that would be everybody` });

/** The filter of a set of contacts, defined once for every place that accepts it. */
const shared = {
  search: words.optional().meta(wordsMeta),
  company: text(maxOf("company"), 1).optional().meta({
    description: "The whole name of the company; accents and case do not matter",
    example: "Analytical Engines Ltd",
  }),
  import_id: uuid.optional().meta({ description: "Created by this import" }),
  created_since: moment.optional().meta({ description: "Created then or later" }),
  created_before: moment.optional().meta({ description: "Created before then" }),
  updated_since: moment.optional().meta({ description: "Last changed then or later" }),
  updated_before: moment.optional().meta({ description: "Last changed before then" }),
  unsubscribed_since: moment
    .optional()
    .meta({ description: "Unsubscribed then or later, and still unsubscribed" }),
  segment_id: uuid.optional().meta({ description: "Within this segment, in addition to the other filters" }),
};

const tagMatch = z
  .enum(["any", "all"])
  .default("any")
  .meta({ description: "Any of the tags, or all of them" });
const HAS_TAGS = "`false`: contacts without any tag; `true`: with one at least";

/** As query parameters, for a list and its totals. */
export const contactFilter = {
  ...shared,
  tag_ids: uuidList.optional(),
  tag_match: tagMatch,
  has_tags: queryFlag.meta({ description: HAS_TAGS }),
  is_unsubscribed: queryFlag,
  custom_fields: customQuery.optional(),
};

const inBodies = {
  ...shared,
  has_tags: z.boolean().optional().meta({ description: HAS_TAGS }),
  is_unsubscribed: z.boolean().optional(),
  custom_fields: customBody.optional(),
};

/** The conditions of an export, whose tag fields have other names: as requested, and as stored. */
export const exportConditions = { ...inBodies, search: someWords };
export const storedConditions = inBodies;

const bodyFields = { ...inBodies, tag_ids: idList(100).optional(), tag_match: tagMatch };

/** In other bodies. */
export const bodyFilter = strictly({ ...bodyFields, search: someWords });

const { segment_id: _segment, ...keptFields } = bodyFields;
/**
 * The filter of a segment. It cannot contain another segment, because changing or deleting that one would change this.
 */
export const keptFilter = strictly(keptFields);
export type KeptFilter = z.output<typeof keptFilter>;

const { tag_match: _match, ...conditions } = keptFields;
/** The names of all conditions that exclude contacts. */
export const CONDITIONS = Object.keys(conditions) as (keyof typeof conditions)[];

/** `within` is the filter of a segment; a contact must match both. */
export type ContactFilter = Partial<Omit<Undefinable<z.output<typeof bodyFilter>>, "segment_id">> & {
  within?: ContactFilter | undefined;
};
type Undefinable<T> = { [Name in keyof T]: T[Name] | undefined };
