import { type DiffKind, diffKinds } from "./schemas";

/** Which rows are wanted. */
export interface DiffFilter {
  kind?: DiffKind | undefined;
  field?: string | undefined;
  search?: string | undefined;
}

/** Names of the counts that together are the wanted rows. */
export function facetsOf({ kind, field }: DiffFilter): string[] {
  const kinds = kind ? [kind] : [...diffKinds];
  return field === undefined ? kinds : kinds.map((one) => `${one}:${field}`);
}
