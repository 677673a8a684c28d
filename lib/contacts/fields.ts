/** A text field of a contact: everything that more than one part of the product has to know about it. */
interface TextFieldFacts {
  name: string;
  /** Characters at most. */
  max: number;
  required: boolean;
  /** Part of `search_doc`. */
  searchable: boolean;
  /** A file's column can fill it. An import's writes are in the journal, and its undo restores them. */
  importable: boolean;
  /** A column of an export. */
  exported: boolean;
  /** The input type of a form. */
  input: "text" | "tel" | "multiline";
  /** Compared byte by byte. */
  exact?: true;
  /** In the OpenAPI document, wherever the field occurs. */
  description: string;
  example?: string;
}

/**
 * The text fields of a contact beside its e-mail, in the order of files and forms. The columns of the database, bodies of the
 * API and what they say, import targets, staging, journal, undo, dry run, export and the dashboard's forms are derived from
 * this list; a new field needs its migration (`npm run db:generate`) and the message `contacts.field.<name>` besides. A
 * catalogue test holds the tables to it. Its name is a header word; more are in lib/imports/mapping/synonyms.ts. The functions
 * of a searchable field are in the migrations.
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

/** RFC 5321, 4.5.3.1.3 less the angle brackets. */
export const EMAIL_MAX = 254;
/** The fields of a form: the e-mail and the text fields. */
export const FORM_FIELDS = [
  { name: "email", max: EMAIL_MAX, required: true, input: "email" },
  ...TEXT_FIELD_FACTS,
] as const;

type Facts = (typeof TEXT_FIELD_FACTS)[number];
/** The name of a text field, which is its name in the API, in files and in the database. */
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
/** The fields a column of a file can be mapped to, in the order of the wizard's menu; custom fields besides. */
export const IMPORT_TARGETS: readonly ImportTarget[] = [
  "email",
  ...IMPORTED_FIELDS.flatMap((name): ImportTarget[] => (name === "last_name" ? [name, "full_name"] : [name])),
  "tags",
  "is_unsubscribed",
  "is_subscribed",
];

/** Whether a column mapped to it says who opted out. Several columns may: each counts. Any other field takes one column. */
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

/** First and last name: files fill them from other columns too (lib/imports/rows/reader.ts). */
export function isName(field: TextField): boolean {
  return field === "first_name" || field === "last_name";
}

/** One property per text field: `required` makes those that every contact has, `optional` the others. */
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

/** The text fields of an object that has them all: a table's columns, a contact. */
export function textFieldsOf<T extends Record<TextField, unknown>>(whole: T): Pick<T, TextField> {
  const entries = TEXT_FIELDS.map((name) => [name, whole[name]]);
  return Object.fromEntries(entries);
}
