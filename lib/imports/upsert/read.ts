import { cleanCustomFields, customFieldsFault, isPrototype } from "@/lib/contacts/custom-fields";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX, IMPORTED_FIELDS, TEXT_FIELD_FACTS, type TextField } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { addressesNamed } from "@/lib/imports/rows/address-fixes";
import { inJsonbOrder } from "@/lib/imports/rows/custom-reader";
import { isNoId } from "@/lib/imports/rows/id-cell";
import { isPlain } from "@/lib/imports/rows/reader";
import type { OptOut } from "@/lib/imports/rows/row";
import { LIMITS } from "@/lib/limits";
import { cleanText, isLonger, textFault } from "@/lib/text";
import type { UpsertCode } from "./schemas";

/** One contact of a batch as it was sent; without a value it was not JSON. `inexact`: where a number lost digits. */
export type SentContact = { value: unknown; inexact?: string } | { broken: string };

/**
 * What the contact states. A missing value states nothing; `null` clears text and custom fields, and otherwise states
 * nothing.
 */
export interface SaidContact {
  /** Null: it is about the contact with its external id. */
  email: string | null;
  text: Partial<Record<TextField, string>>;
  is_unsubscribed: boolean;
  custom: Record<string, unknown> | null;
  /** What it clears. */
  blanks: TextField[];
  blankKeys: string[];
  tags: string[] | null;
}

export interface Refused {
  code: UpsertCode;
  field: string | null;
}

/** Thrown for a value that makes its contact fail. */
class Refusal extends Error {
  readonly refused: Refused;

  constructor(code: UpsertCode, field: string | null) {
    super(code);
    this.refused = { code, field };
  }
}

type Fields = Record<string, unknown>;

/** Reads one contact of a batch, or says why it fails: for its first fault, in the order of the fields. */
export function readContact(
  sent: SentContact,
  consentFields: (fields: object) => string[],
): SaidContact | Refused {
  try {
    if (!("value" in sent)) throw new Refusal("invalid_json", null);
    const fields = asObject(sent.value, null);
    if (sent.inexact !== undefined) throw new Refusal("inexact_number", sent.inexact || null);
    const [unknown] = consentFields(fields);
    if (unknown !== undefined) throw new Refusal("unknown_consent", unknown);
    return {
      email: readEmail(fields),
      text: readTexts(fields),
      is_unsubscribed: readFlag(fields),
      ...readCustom(fields),
      blanks: CLEARED.filter((name) => fields[name] === null),
      tags: readTags(fields),
    };
  } catch (error) {
    if (error instanceof Refusal) return error.refused;
    throw error;
  }
}

/** Who opted out according to a contact that fails: whom its address or its id names, as in a file. */
export function optOutOf(sent: SentContact): OptOut | null {
  if (!("value" in sent)) return null;
  const fields = ifReadable(() => asObject(sent.value, null));
  if (fields?.is_unsubscribed !== true) return null;
  const read = ifReadable(() => readEmail(fields));
  const named = read === null && typeof fields.email === "string" ? addressesNamed(fields.email) : [];
  const [email = read, ...others] = named;
  // Beside several people, it is not known whose id it is.
  const isSure = others.length === 0;
  const externalId =
    (isSure ? ifReadable(() => readTexts({ external_id: fields.external_id }).external_id) : null) ?? null;
  if (email === null && externalId === null) return null;
  return { email, externalId, others };
}

function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function asObject(value: unknown, field: string | null): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("wrong_type", field);
  return value as Fields;
}

/** Clean text; empty when there is none. */
function readText(value: unknown, field: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new Refusal("wrong_type", field);
  if (isPlain(value)) return value;
  const text = cleanText(value);
  const fault = textFault(text);
  if (fault) throw new Refusal(fault, field);
  return text;
}

const EMAIL = new RegExp(EMAIL_PATTERN);

/** Null when there is none beside an id. */
function readEmail({ email, external_id }: Fields): string | null {
  const text = readText(email, "email");
  if (text === "" && readTexts({ external_id }).external_id !== undefined) return null;
  if (text === "") throw new Refusal("email_missing", "email");
  if (text.length > EMAIL_MAX || !EMAIL.test(text)) throw new Refusal("email_invalid", "email");
  return text.toLowerCase();
}

const FACTS = TEXT_FIELD_FACTS.filter(({ name }) => IMPORTED_FIELDS.includes(name));

/** A contact always has a first name, and its external id identifies it. */
const CLEARED = IMPORTED_FIELDS.filter((name) => name !== "first_name" && name !== "external_id");

function readTexts(fields: Fields): SaidContact["text"] {
  const texts: SaidContact["text"] = {};
  for (const { name, max } of FACTS) {
    const text = readText(fields[name], name);
    if (isLonger(text, max)) throw new Refusal("too_long", name);
    if (text !== "" && !(name === "external_id" && isNoId(text))) texts[name] = text;
  }
  return texts;
}

function readFlag({ is_unsubscribed: flag }: Fields): boolean {
  if (flag !== undefined && flag !== null && typeof flag !== "boolean")
    throw new Refusal("wrong_type", "is_unsubscribed");
  return flag === true;
}

function readCustom({ custom_fields: sent }: Fields): Pick<SaidContact, "custom" | "blankKeys"> {
  if (sent === undefined || sent === null) return { custom: null, blankKeys: [] };
  let fields = asObject(sent, "custom_fields");
  if (!areSimple(fields)) {
    fields = cleanCustomFields(fields);
    const fault = customFieldsFault(fields);
    if (fault) throw new Refusal(fault, "custom_fields");
  }
  const entries = Object.entries(fields);
  const said = entries.filter(([, value]) => value !== null && value !== "");
  const custom = said.length > 0 ? Object.fromEntries(said.sort(([a], [b]) => inJsonbOrder(a, b))) : null;
  return { custom, blankKeys: entries.flatMap(([key, value]) => (value === null ? key : [])) };
}

/** Whether a quick check is enough: a few short texts by short keys, all as they are stored. */
function areSimple(fields: Fields): boolean {
  let count = 0;
  for (const key in fields) {
    const value = fields[key];
    if (++count > 20 || !isSimpleKey(key)) return false;
    if (typeof value !== "string" || value.length > 50 || !isPlain(value)) return false;
  }
  return true;
}

function isSimpleKey(key: string): boolean {
  const isShort = key.length >= 1 && key.length <= FIELD_LIMITS.customKey;
  return isShort && !isPrototype(key) && isPlain(key) && !key.includes("  ");
}

/** Names, each once in any case, in its first spelling. */
function readTags({ tags }: Fields): string[] | null {
  if (tags === undefined || tags === null) return null;
  if (!Array.isArray(tags)) throw new Refusal("wrong_type", "tags");
  const names = new Map<string, string>();
  for (const tag of tags) {
    if (typeof tag !== "string") throw new Refusal("wrong_type", "tags");
    const name = readText(tag, "tags");
    if (isLonger(name, FIELD_LIMITS.tag)) throw new Refusal("tag_too_long", "tags");
    const key = name.toLowerCase();
    if (name !== "" && !names.has(key)) names.set(key, name);
    if (names.size > LIMITS.tags_per_contact.max) throw new Refusal("too_many_tags", "tags");
  }
  return names.size > 0 ? [...names.values()] : null;
}
