import type { ImportPreview } from "@/lib/client/imports";
import type { Mapping } from "@/lib/client/mapping";
import type { Translate } from "@/lib/client/messages/catalogue";

type Suggestion = ImportPreview["suggestions"][number];

/**
 * Why the field was suggested; in the API's own words if it gives no code. A column that lost its field to another one
 * names that one as the mapping is now, and does not speak of it when the field has become free.
 */
export function sayReason(
  t: Translate,
  suggestion: Suggestion,
  mapping: Mapping,
  nameOf: (field: string) => string,
): string {
  const { header, field, reason, reason_code: code, filled_by: filled } = suggestion;
  const filler = filled && Object.keys(mapping).find((name) => mapping[name] === filled.field);
  const lost = filled && filler !== undefined && { field: nameOf(filled.field), filler };
  if (code === "field_taken") return lost ? t("map.why.field_taken", lost) : "";
  if (code === "kept_as_custom" && lost) return t("map.why.kept_beside", lost);
  return code ? t(`map.why.${code}`, { header, field: nameOf(field) }) : (reason ?? "");
}
