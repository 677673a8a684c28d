import { CUSTOM_FIELD_LIMITS, isPrototype } from "@/lib/contacts/custom-fields";
import { IMPORT_TARGETS, type ImportTarget, isConsentTarget } from "@/lib/contacts/fields";
import { isLonger } from "@/lib/text";
import { isOwnColumn } from "./error-columns";

export type Field = ImportTarget | `custom_fields.${string}` | "skip";

export type MappingProblem = { path: string[]; code: string; message: string };
type ValidMapping = { ok: true; columns: Field[] };

/** The field a text names, or null. */
export function findField(text: string): Field | null {
  const standard = IMPORT_TARGETS.find((field) => field === text);
  if (standard) return standard;
  if (text === "skip") return "skip";
  return text.startsWith("custom_fields.") ? `custom_fields.${text.slice("custom_fields.".length)}` : null;
}

/** The key of a custom field, or null for any other field. */
export function customKey(field: Field): string | null {
  return field.startsWith("custom_fields.") ? field.slice("custom_fields.".length) : null;
}

/**
 * Checks a mapping of shown headers to fields: `email` exactly once, every other field at most once except those for
 * opt-outs, no unknown header or field. Headers that are not named, and `null`, are skipped. Returns the field of each
 * column, or every problem at once.
 */
export function validateMapping(
  headers: string[],
  mapping: Record<string, string | null>,
): ValidMapping | { problems: MappingProblem[] } {
  const problems: MappingProblem[] = [];
  const known = new Map(headers.map((header, index) => [header, index]));
  const columns: Field[] = headers.map(() => "skip");
  const takenBy = new Map<string, string>();
  for (const [header, text] of Object.entries(mapping)) {
    const complain = (code: string, message: string) =>
      problems.push({ path: ["columnMapping", header], code, message });
    const column = known.get(header);
    const field = findField(text ?? "skip");
    if (column === undefined) complain("unknown_header", `The file has no column “${header}”.`);
    else if (field === null) complain("unknown_field", `“${text}” is not a field of a contact.`);
    else if (hasBadKey(field))
      complain(
        "bad_custom_field",
        "A custom field's key has 1 to 64 characters, no NUL and no broken Unicode, and is not __proto__.",
      );
    else if (field !== "skip" && isOwnColumn(header))
      complain("not_mappable", "Kith added this column to a file of rejected rows; it is not imported.");
    else if (field !== "skip" && takenBy.has(field)) {
      complain("field_twice", `“${field}” is already filled by the column “${takenBy.get(field)}”.`);
    } else {
      columns[column] = field;
      if (field !== "skip" && !isConsentTarget(field)) takenBy.set(field, header);
    }
  }
  if (!columns.includes("email") && !takenBy.has("email")) {
    problems.push({
      path: ["columnMapping"],
      code: "email_missing",
      message: "One column must be mapped to email.",
    });
  }
  return problems.length > 0 ? { problems } : { ok: true, columns };
}

/** A jsonb can hold neither NUL nor half a surrogate pair. */
export function hasBadKey(field: Field): boolean {
  const key = customKey(field);
  if (key === null) return false;
  const isStorable = key.isWellFormed() && !key.includes("\0") && !isPrototype(key);
  return !isStorable || key.trim() !== key || key === "" || isLonger(key, CUSTOM_FIELD_LIMITS.keyLength);
}
