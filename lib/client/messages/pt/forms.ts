import type { Plural } from "../catalogue";

/** Plural of a noun right after its number; after whole millions it takes "de". */
export function forms(one: string, other: string): Plural {
  return { one, many: other.replace("{count} ", "{count} de "), other };
}

/** The same where no noun follows the number. */
export function alike(one: string, other: string): Plural {
  return { one, many: other, other };
}
