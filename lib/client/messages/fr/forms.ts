import type { Plural } from "../catalogue";

/** Plural of a noun right after its number; after whole millions it takes "de". */
export function forms(one: string, other: string): Plural {
  return { one, many: other.replace(/\{count\} (h?[aeéèêiîoôu])?/i, withDe), other };
}

const withDe = (_: string, vowel?: string) => (vowel ? `{count} d’${vowel}` : "{count} de ");

/** The same where no noun follows the number. */
export function alike(one: string, other: string): Plural {
  return { one, many: other, other };
}
