/** The result of a use of the browser's storage; null where that is forbidden. */
export function withStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
