"use client";

import { useCallback, useMemo, useRef, useState } from "react";

/** Selected ids of an ordered list, with ranges by Shift from the row that was touched last. */
export function useSelection(ordered: string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);

  // Rows that left the list (deleted, filtered away) leave the selection too.
  const selected = useMemo(() => new Set(ordered.filter((id) => chosen.has(id))), [ordered, chosen]);

  const toggle = useCallback(
    (id: string, range: boolean) => {
      setChosen((before) => {
        const next = new Set(before);
        const on = !before.has(id);
        for (const each of range ? between(ordered, anchor.current, id) : [id]) {
          if (on) next.add(each);
          else next.delete(each);
        }
        return next;
      });
      anchor.current = id;
    },
    [ordered],
  );
  const selectAll = useCallback((ids: string[]) => setChosen(new Set(ids)), []);
  const clear = useCallback(() => {
    setChosen(new Set());
    anchor.current = null;
  }, []);
  return { selected, toggle, selectAll, clear };
}

export type Selection = ReturnType<typeof useSelection>;

/** The ids from `from` to `to` in list order, both included; only `to` when `from` is not in the list. */
export function between(ordered: string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : ordered.indexOf(from);
  const end = ordered.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ordered.slice(Math.min(start, end), Math.max(start, end) + 1);
}
