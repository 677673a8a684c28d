import { useState } from "react";

/**
 * True from when it was true for the first time. For a page that is shown once its answers have come: a failed one that
 * is asked for again counts as pending, and must not take the page away with what was typed there.
 */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
