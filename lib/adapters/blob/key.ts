const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Returns the key when it is a plain relative path of safe names; throws otherwise. No `..`, no hidden file. */
export function safeKey(key: string): string {
  const segments = key.split("/");
  const safe =
    key.length <= 512 && segments.every((segment) => SEGMENT.test(segment) && !segment.endsWith("."));
  if (!safe) throw new Error("blob key is not a plain path");
  return key;
}
