/**
 * Many look at the same cells of a file, each for something else. While a file is looked at, what was found out about a text
 * is kept; it is forgotten with the file, as a cell can hold all of the text that it was cut from.
 */
let isOpen = false;
const forgetters: (() => void)[] = [];

/** An answer that depends on the text alone, worked out once for each text while a file is looked at. */
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

/** Looks at a file. Not for work that waits for something. */
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
