/**
 * Several checks examine the same cells of a file. Results about a text are cached while the file is examined, and
 * dropped with it, because a cell can keep alive all of the text that it was cut from.
 */
let isOpen = false;
const forgetters: (() => void)[] = [];

/** Caches an answer that depends on the text alone, for as long as a file is examined. */
export function recalling<T extends string | boolean>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  forgetters.push(() => known.clear());
  return (text) => {
    if (!isOpen) return answer(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = answer(text);
    known.set(text, found);
    return found;
  };
}

/** Examines a file, synchronously. */
export function lookingAtFile<T>(look: () => T): T {
  if (isOpen) return look();
  isOpen = true;
  try {
    return look();
  } finally {
    isOpen = false;
    for (const forget of forgetters) forget();
  }
}
