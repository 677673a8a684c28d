import type { RowErrorCode } from "@/lib/imports/faults";
import { reasonFacet } from "./reasons";
import { type DiffKind, diffKinds } from "./schemas";

/** Which rows are selected. */
export interface DiffFilter {
  kind?: DiffKind | undefined;
  field?: string | undefined;
  code?: RowErrorCode | undefined;
  column?: string | undefined;
  search?: string | undefined;
}

/** Names of the counts whose sum is the number of selected rows. */
export function facetsOf({ kind, field, code, column }: DiffFilter): string[] {
  if (code !== undefined) return [reasonFacet({ code, column: column || null })];
  const kinds = kind ? [kind] : [...diffKinds];
  return field === undefined ? kinds : kinds.map((one) => `${one}:${field}`);
}
