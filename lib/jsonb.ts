/** NUL and lone surrogates: JSON can write them, a Postgres jsonb refuses them. Stringify escapes no other pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether Postgres can hold the value as jsonb (and its strings as text). */
export function fitsJsonb(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value));
}

/**
 * JSON as a statement of this project selected it, or a column that only its own code writes: checked on its way in, so
 * its shape is asserted and not checked again. Anything that comes from outside (a request, a cookie, a file, another
 * service, a browser's storage) goes through a schema.
 */
export function storedJson<T>(text: string): T {
  return JSON.parse(text);
}
