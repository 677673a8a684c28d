import { useState } from "react";

/**
 * Latches: stays true once `now` has been true. Keeps a loaded page, and what was typed there, mounted while a failed
 * query is retried.
 */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
