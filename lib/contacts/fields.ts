/** Everything that more than one part of the product needs to know about a text field of a contact. */
interface TextFieldFacts {
  name: string;
  /** Characters at most. */
  max: number;
  required: boolean;
  /** Part of `search_doc`. */
  searchable: boolean;
  /** A column of a file can fill it. Imports then journal its former values, and their undo restores them. */
  importable: boolean;
  /** Exports have a column for it. */
  exported: boolean;
  /** The input type of a form. */
  input: "text" | "tel" | "multiline";
  /** Compared byte by byte. */
  exact?: true;
  /** Its description in the OpenAPI document, wherever the field occurs. */
  description: string;
  example?: string;
}

/**
 * The text fields of a contact besides its e-mail, in the order of files and forms. Derived from this list: database
 * columns, request bodies with their descriptions, import targets, staging, journal, undo, dry run, export, and the
 * dashboard's forms. A new field also needs a migration (`npm run db:generate`) and the message
 * `contacts.field.<name>`; a catalogue test compares the tables with this list. The field's name is recognised as a
 * column header; further header words are in lib/imports/mapping/synonyms.ts. The SQL functions for searchable fields
 * are in the migrations.
 */
export const TEXT_FIELD_FACTS = [
  {
    name: "first_name",
    max: 100,
    required: true,
    input: "text",
    ...everywhere(),
    description: "First name",
    example: "Ada",
  },
  {
    name: "last_name",
    max: 100,
    required: false,
    input: "text",
    ...everywhere(),
    description: "Last name; null for none",
    example: "Lovelace",
  },
  {
    name: "phone",
    max: 50,
    required: false,
    input: "tel",
    ...everywhere(),
    description: "Telephone number, as it was entered; null for none",
    example: "+44 20 7946 0000",
  },
  {
    name: "company",
    max: 200,
    required: false,
    input: "text",
    ...everywhere(),
    description: "Where they work",
    example: "Analytical Engines Ltd",
  },
  {
    name: "notes",
    max: 10_000,
    required: false,
    input: "multiline",
    ...everywhere(),
    searchable: false,
    description: "Anything about them; null for none",
  },
  // The contact's id in another system. Unique per workspace; imports find a contact by it
  // (lib/imports/engine/identify.ts).
  {
    name: "external_id",
    max: 255,
    required: false,
    input: "text",
    ...everywhere(),
    searchable: false,
    exact: true,
    description: "Id of the contact in another system, unique in the workspace; null for none",
    example: "crm-4711",
  },
] as const satisfies readonly TextFieldFacts[];

function everywhere() {
  return { searchable: true, importable: true, exported: true } as const;
}

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
export const EMAIL_MAX = 254;
/** The fields of a form: the e-mail and the text fields. */
export const FORM_FIELDS = [
  { name: "email", max: EMAIL_MAX, required: true, input: "email" },
  ...TEXT_FIELD_FACTS,
] as const;

type Facts = (typeof TEXT_FIELD_FACTS)[number];
/** The name of a text field in the API, in files and in the database. */
export type TextField = Facts["name"];
type RequiredTextField = Extract<Facts, { required: true }>["name"];

export const TEXT_FIELDS: readonly TextField[] = TEXT_FIELD_FACTS.map(({ name }) => name);
/** Text fields that a file can fill, in the order in which they are staged, journaled and restored. */
export const IMPORTED_FIELDS = namesOf("importable");
export const EXPORTED_FIELDS = namesOf("exported");
export const SEARCHED_FIELDS = namesOf("searchable");
/** The arguments of the functions `searchable_text` and `contact_search_doc`, by name. */
export const SEARCHED = ["email", ...SEARCHED_FIELDS, "custom_fields"] as const;

export type ImportTarget = "email" | TextField | "full_name" | "tags" | "is_unsubscribed" | "is_subscribed";
/** The fields to which a file's column can be mapped, in the order of the wizard's menu; custom fields come on top. */
export const IMPORT_TARGETS: readonly ImportTarget[] = [
  "email",
  ...IMPORTED_FIELDS.flatMap((name): ImportTarget[] => (name === "last_name" ? [name, "full_name"] : [name])),
  "tags",
  "is_unsubscribed",
  "is_subscribed",
];

/**
 * Whether a column mapped to it says who has opted out. Several columns may be mapped to such a target, and each
 * counts; any other target takes one column.
 */
export function isConsentTarget(field: string): boolean {
  return field === "is_unsubscribed" || field === "is_subscribed";
}

function namesOf(what: "importable" | "exported" | "searchable"): readonly TextField[] {
  return TEXT_FIELD_FACTS.flatMap((facts: TextFieldFacts & { name: TextField }) =>
    facts[what] ? [facts.name] : [],
  );
}

/** Characters at most. */
export function maxOf(field: TextField): number {
  return TEXT_FIELD_FACTS.find(({ name }) => name === field)?.max ?? 0;
}

/** First or last name, which files can also fill from other columns (lib/imports/rows/reader.ts). */
export function isName(field: TextField): boolean {
  return field === "first_name" || field === "last_name";
}

/**
 * Builds an object with one property per text field: by `required` for those that every contact has, by `optional` for
 * the others.
 */
export function eachTextField<R, O>(
  required: (facts: TextFieldFacts) => R,
  optional: (facts: TextFieldFacts) => O,
): { [Name in TextField]: Name extends RequiredTextField ? R : O } {
  const made = TEXT_FIELD_FACTS.map((facts) => [
    facts.name,
    facts.required ? required(facts) : optional(facts),
  ]);
  return Object.fromEntries(made);
}

/** Picks the text fields from an object that has all of them, such as a table's columns or a contact. */
export function textFieldsOf<T extends Record<TextField, unknown>>(whole: T): Pick<T, TextField> {
  const entries = TEXT_FIELDS.map((name) => [name, whole[name]]);
  return Object.fromEntries(entries);
}
