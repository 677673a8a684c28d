/**
 * The etag of a diff: a hash of its rows, and the version of the draft that it shows. A refused confirmation says by it
 * what has changed since, also when the diff that was reviewed is not stored any more.
 */
export function etagOf(hash: string, draftVersion: number): string {
  return `${hash}.${draftVersion}`;
}

/** Whether both stand for equal rows, whatever the version of the draft. */
export function haveSameRows(one: string, other: string): boolean {
  return hashOf(one) === hashOf(other);
}

/** The version of the draft; null if the etag does not say. */
export function draftVersionOf(etag: string): number | null {
  const [, version] = etag.split(".");
  return version && /^\d{1,9}$/.test(version) ? Number(version) : null;
}

function hashOf(etag: string): string | undefined {
  return etag.split(".")[0];
}
