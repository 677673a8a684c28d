import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CellFormat, exampleOf, readNumber } from "@/lib/fields/fields";
import { callApi, callForState } from "./api";
import type { CustomField, CustomFieldChanges, NewCustomField } from "./api-types";
import { byName } from "./by-name";
import { useChange } from "./changes";
import { contactKeys } from "./contacts";
import { ApiFailure } from "./failure";
import type { Format } from "./format";
import { useFormat } from "./i18n";
import type { Translate } from "./messages/catalogue";
import { useRepeatable } from "./repeatable";

export type { CustomField };

const fieldsKey = ["fields"] as const;
/** What the checks of files say depends on the fields that they fill. */
const CHECKS = [
  ["imports", "preview"],
  ["imports", "dry-run"],
];
const CONTACTS = [contactKeys.all, ["bulk"], ["changes"]];
const AFTER = { awaited: [fieldsKey], others: [...CONTACTS, ...CHECKS] };

/** The custom fields of the workspace, by name. */
export function useFields() {
  return useQuery({
    queryKey: fieldsKey,
    queryFn: ({ signal }) => callApi("GET /fields", { signal }),
    select: ({ data }) => byName(data),
  });
}

/** What forms and cells need to know about a field. A key without a field is text. */
export type KnownField = Pick<CustomField, "key" | "name" | "type" | "options">;

/** Fields by their keys; `of` returns one for every key. */
export function useFieldsByKey() {
  const { data: fields } = useFields();
  return useMemo(() => {
    const byKey = new Map<string, KnownField>(fields?.map((field) => [field.key, field]));
    const of = (key: string): KnownField => byKey.get(key) ?? { key, name: key, type: "text", options: [] };
    return { fields: fields ?? [], of };
  }, [fields]);
}

/** Numbers as they are typed in the language. */
export function useNumberText() {
  const decimal = useFormat().decimal;
  return useMemo(
    () => ({
      read: (text: string) => readNumber(text.trim(), decimal),
      write: (value: number) => (decimal === "comma" ? String(value).replace(".", ",") : String(value)),
    }),
    [decimal],
  );
}

/** The value of a text in a field; undefined when it is invalid there. */
export function readValue(
  { type }: Pick<KnownField, "type">,
  text: string,
  number: (text: string) => number | undefined,
) {
  if (type === "number") return number(text);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return text;
}

/** A value as its field shows it; a value that does not fit the type as it is. */
export function sayValue(
  { type }: Pick<KnownField, "type">,
  value: unknown,
  t: Translate,
  format: Format,
): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return type === "number" ? format.exact(value) : String(value);
  if (typeof value === "boolean") return t(value ? "fields.yes" : "fields.no");
  if (typeof value !== "string") return JSON.stringify(value);
  return type === "date" && /^\d{4}-\d\d-\d\d$/.test(value) ? format.calendarDay(value) : value;
}

type FieldCondition = { is_set: true } | { any_of: string[] };

async function countOf(key: string, condition: FieldCondition, signal: AbortSignal): Promise<number> {
  const custom_fields = JSON.stringify({ [key]: condition });
  const { total } = await callApi("GET /contacts", { query: { custom_fields, limit: 1 }, signal });
  return total ?? 0;
}

/** How many contacts have one of these values of a field, and how many another one. */
export function useCounts(key: string | undefined, values: string[]) {
  const { data } = useQuery({
    queryKey: [...contactKeys.all, "values", key, values],
    queryFn: async ({ signal }) => {
      const asked: FieldCondition[] = [{ any_of: values }, { is_set: true }];
      const [among = 0, all = 0] = await Promise.all(asked.map((one) => countOf(key ?? "", one, signal)));
      return { among, others: all - among };
    },
    enabled: key !== undefined && values.length > 0,
  });
  return data ?? { among: 0, others: 0 };
}

export function useCreateField() {
  const create = useRepeatable((body: NewCustomField, headers) => callApi("POST /fields", { body, headers }));
  return useChange(create, { awaited: [fieldsKey] });
}

export function useChangeField(id: string) {
  return useChange(
    (body: CustomFieldChanges) => callApi("PATCH /fields/{id}", { path: { id }, body }),
    AFTER,
  );
}

const TRIES = 3;

/** Changes a field to what follows from its state, which may be newer than the one shown; then files are checked again. */
export function useChangeFieldAsRead() {
  return useChange(
    async ({ id, body }: { id: string; body: (field: CustomField) => CustomFieldChanges }) => {
      for (let tries = 1; ; tries++) {
        const { answer, etag } = await callForState("GET /fields/{id}", { path: { id } });
        try {
          return await callApi("PATCH /fields/{id}", {
            path: { id },
            body: body(answer),
            ...(etag && { headers: { "if-match": etag } }),
          });
        } catch (error) {
          if (ApiFailure.from(error).status !== 412 || tries === TRIES) throw error;
        }
      }
    },
    { awaited: [fieldsKey, ...CHECKS], others: CONTACTS },
  );
}

/** Merges one field into another, which stays. */
export function useMergeField(id: string) {
  return useChange(
    (into: string) => callApi("POST /fields/{id}/merge", { path: { id }, body: { into } }),
    AFTER,
  );
}

export function useDeleteField() {
  return useChange((id: string) => callApi("DELETE /fields/{id}", { path: { id } }), AFTER);
}

/** Undoes a change of a field. */
export function useUndoField() {
  return useChange((id: string) => callApi("POST /changes/{id}/undo", { path: { id } }), AFTER);
}

/** An example of a format, with the day as the language writes it. */
export function sayExample(t: Translate, format: CellFormat): string {
  return format === "dmy" ? t("map.format.dmy.example") : exampleOf(format);
}
