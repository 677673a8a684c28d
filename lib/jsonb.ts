/** NUL and lone surrogates: JSON can write them, a Postgres jsonb refuses them. Stringify escapes no other pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether Postgres can hold the value as jsonb (and its strings as text). */
export function fitsJsonb(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value));
}
