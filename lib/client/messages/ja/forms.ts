import type { Plural } from "../catalogue";

/** A text with a number: Japanese has one form for all of them. */
export function counted(other: string): Plural {
  return { other };
}
