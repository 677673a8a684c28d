"use client";

import { useCallback, useMemo, useRef, useState } from "react";

/**
 * Selected ids of an ordered list, with ranges by Shift from the row that was touched last; or all that match the
 * filter, including rows that are not loaded, until a row is deselected. Another filter begins with none.
 */
export function useSelection(ordered: string[], filter: object) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wholeFilter, setWholeFilter] = useState<object | null>(null);
  const isWhole = wholeFilter === filter;
  const asked = JSON.stringify(filter);
  const [of, setOf] = useState(asked);
  if (of !== asked) {
    setOf(asked);
    setChosen(new Set());
  }
  const anchor = useRef<string | null>(null);

  // Rows that left the list (deleted, filtered out) leave the selection too.
  const selected = useMemo(
    () => new Set(ordered.filter((id) => isWhole || chosen.has(id))),
    [ordered, chosen, isWhole],
  );

  const toggle = useCallback(
    (id: string, range: boolean) => {
      // Read here: the code inside the update may run after the next row was touched.
      const from = anchor.current;
      anchor.current = id;
      setWholeFilter(null);
      setChosen((chosenBefore) => {
        const before = isWhole ? new Set(ordered) : chosenBefore;
        const next = new Set(before);
        const on = !before.has(id);
        for (const each of range ? between(ordered, from, id) : [id]) {
          if (on) next.add(each);
          else next.delete(each);
        }
        return next;
      });
    },
    [ordered, isWhole],
  );
  const selectAll = useCallback((ids: string[]) => setChosen(new Set(ids)), []);
  /** All that match, so many: if they are all loaded, these. */
  const selectWhole = useCallback(
    (total: number) => (total > ordered.length ? setWholeFilter(filter) : setChosen(new Set(ordered))),
    [ordered, filter],
  );
  const clear = useCallback(() => {
    setChosen(new Set());
    setWholeFilter(null);
    anchor.current = null;
  }, []);
  return { selected, isWhole, toggle, selectAll, selectWhole, clear };
}

export type Selection = ReturnType<typeof useSelection>;

/** The ids from `from` to `to` in list order, both included; only `to` when `from` is not in the list. */
export function between(ordered: string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : ordered.indexOf(from);
  const end = ordered.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ordered.slice(Math.min(start, end), Math.max(start, end) + 1);
}
