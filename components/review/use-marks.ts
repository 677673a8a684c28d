"use client";

import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";

type LeftKind = ImportDraft["options"]["leaveOut"]["kinds"][number];

/** What is marked to be left out. */
export interface Marks {
  rows: ReadonlySet<number>;
  kinds: ReadonlySet<LeftKind>;
}

export interface MarksState {
  marks: Marks;
  /** As the draft has it, and the figures on the page. */
  saved: Marks;
  isDirty: boolean;
  toggleRow: (row: number) => void;
  toggleKind: (kind: LeftKind) => void;
  addRows: (rows: readonly number[]) => void;
  clear: () => void;
  apply: () => void;
}

/**
 * What is left out: first marked on the page only, because each change of the draft makes the whole file be checked
 * again. Saved on the server when it is applied, and when the page is left.
 */
export function useMarks({ options: { leaveOut } }: ImportDraft, change: ChangeDraft): MarksState {
  const saved = useMemo(() => ({ rows: new Set(leaveOut.rows), kinds: new Set(leaveOut.kinds) }), [leaveOut]);
  const [own, setOwn] = useState<Marks | null>(null);
  const marks = own ?? saved;
  const isDirty = !same(marks.rows, saved.rows) || !same(marks.kinds, saved.kinds);
  const apply = () => {
    if (isDirty) change({ options: { leaveOut: { rows: [...marks.rows], kinds: [...marks.kinds] } } });
    setOwn(null);
  };
  useOnLeave(apply);
  return {
    ...{ marks, saved, isDirty, apply },
    toggleRow: (row) => setOwn({ ...marks, rows: toggled(marks.rows, row) }),
    toggleKind: (kind) => setOwn({ ...marks, kinds: toggled(marks.kinds, kind) }),
    addRows: (rows) => setOwn({ ...marks, rows: new Set([...marks.rows, ...rows]) }),
    clear: () => setOwn({ rows: new Set(), kinds: new Set() }),
  };
}

function useOnLeave(leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    const run = () => onLeave();
    window.addEventListener("pagehide", run);
    return () => {
      window.removeEventListener("pagehide", run);
      run();
    };
  }, []);
}

function toggled<T>(set: ReadonlySet<T>, value: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

function same<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}
