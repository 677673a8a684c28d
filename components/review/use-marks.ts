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

/** What was toggled on the page, and whether it is left out then. */
interface Own {
  rows: ReadonlyMap<number, boolean>;
  kinds: ReadonlyMap<LeftKind, boolean>;
}

const NONE: Own = { rows: new Map(), kinds: new Map() };

/**
 * What is left out: first marked on the page only, because each change of the draft makes the whole file be checked
 * again. Saved on the server when it is applied, and when the page is left; kept until that has succeeded. What somebody
 * else has saved meanwhile stays, as far as it was not toggled here.
 */
export function useMarks({ options: { leaveOut } }: ImportDraft, change: ChangeDraft): MarksState {
  const saved = useMemo(() => ({ rows: new Set(leaveOut.rows), kinds: new Set(leaveOut.kinds) }), [leaveOut]);
  const [own, setOwn] = useState(NONE);
  const marks = useMemo(
    () => ({ rows: withOwn(saved.rows, own.rows), kinds: withOwn(saved.kinds, own.kinds) }),
    [saved, own],
  );
  const isDirty = !same(marks.rows, saved.rows) || !same(marks.kinds, saved.kinds);
  const apply = () => {
    if (!isDirty) return;
    change({ options: { leaveOut: { rows: [...marks.rows], kinds: [...marks.kinds] } } }, () =>
      setOwn((now) => ({ rows: without(now.rows, own.rows), kinds: without(now.kinds, own.kinds) })),
    );
  };
  useOnLeave(apply);
  const setRows = (rows: Iterable<number>, isOut: boolean) =>
    setOwn((now) => ({ ...now, rows: toggled(now.rows, saved.rows, rows, isOut) }));
  const setKinds = (kinds: Iterable<LeftKind>, isOut: boolean) =>
    setOwn((now) => ({ ...now, kinds: toggled(now.kinds, saved.kinds, kinds, isOut) }));
  return {
    ...{ marks, saved, isDirty, apply },
    toggleRow: (row) => setRows([row], !marks.rows.has(row)),
    toggleKind: (kind) => setKinds([kind], !marks.kinds.has(kind)),
    addRows: (rows) => setRows(rows, true),
    clear: () => {
      setRows(marks.rows, false);
      setKinds(marks.kinds, false);
    },
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

function withOwn<T>(saved: ReadonlySet<T>, own: ReadonlyMap<T, boolean>): Set<T> {
  const marks = new Set(saved);
  for (const [value, isOut] of own) {
    if (isOut) marks.add(value);
    else marks.delete(value);
  }
  return marks;
}

function toggled<T>(
  own: ReadonlyMap<T, boolean>,
  saved: ReadonlySet<T>,
  values: Iterable<T>,
  isOut: boolean,
): Map<T, boolean> {
  const next = new Map(own);
  for (const value of values) {
    if (saved.has(value) === isOut) next.delete(value);
    else next.set(value, isOut);
  }
  return next;
}

/** What has been toggled since. */
function without<T>(own: ReadonlyMap<T, boolean>, applied: ReadonlyMap<T, boolean>): Map<T, boolean> {
  return new Map([...own].filter(([value, isOut]) => applied.get(value) !== isOut));
}

function same<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}
