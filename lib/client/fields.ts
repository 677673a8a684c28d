import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import type { CustomField, CustomFieldChanges, NewCustomField } from "./api-types";
import { useChange } from "./changes";
import { contactKeys } from "./contacts";

export type { CustomField };

const fieldsKey = ["fields"] as const;
const AFTER = { awaited: [fieldsKey], others: [contactKeys.all, ["bulk"], ["changes"]] };

/** The custom fields of the workspace, by name. */
export function useFields() {
  return useQuery({
    queryKey: fieldsKey,
    queryFn: ({ signal }) => callApi("GET /fields", { signal }),
    select: ({ data }) => data,
  });
}

export function useCreateField() {
  return useChange((body: NewCustomField) => callApi("POST /fields", { body }), { awaited: [fieldsKey] });
}

export function useChangeField(id: string) {
  return useChange(
    (body: CustomFieldChanges) => callApi("PATCH /fields/{id}", { path: { id }, body }),
    AFTER,
  );
}

/** Makes one field of two, the other one of which stays. */
export function useMergeField(id: string) {
  return useChange(
    (into: string) => callApi("POST /fields/{id}/merge", { path: { id }, body: { into } }),
    AFTER,
  );
}

export function useDeleteField() {
  return useChange((id: string) => callApi("DELETE /fields/{id}", { path: { id } }), AFTER);
}

/** Takes a change of a field back. */
export function useUndoField() {
  return useChange((id: string) => callApi("POST /changes/{id}/undo", { path: { id } }), AFTER);
}
