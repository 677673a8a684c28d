"use client";

import { useCallback, useMemo, useState } from "react";
import type { ConfirmBody, DialectOverrides, ImportPreview } from "@/lib/client/imports";
import { initialMapping, type Mapping } from "@/lib/client/mapping";

/** What the user has decided about a pending import so far. */
export interface Draft {
  /** Only the columns whose field the user chose; the others follow the suggestions. */
  own: Mapping;
  duplicateStrategy: ConfirmBody["duplicateStrategy"];
  emptyCells: ConfirmBody["emptyCells"];
  tagIds: string[];
  overrides: DialectOverrides;
}

/** Changes a part of the draft; by a function where that depends on what it is by then. */
export type ChangeDraft = (part: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;

const EMPTY: Draft = { own: {}, duplicateStrategy: "update", emptyCells: "keep", tagIds: [], overrides: {} };

/** The draft of an import; kept for the tab, so that a reload or the Back button loses nothing. */
export function useDraft(importId: string) {
  const storageKey = `kith-import-${importId}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(storageKey));
  const change: ChangeDraft = useCallback(
    (part) =>
      setDraft((before) => {
        const next = { ...before, ...(typeof part === "function" ? part(before) : part) };
        try {
          sessionStorage.setItem(storageKey, JSON.stringify(next));
        } catch {
          // Storage is full or forbidden: the draft then lives as long as the page.
        }
        return next;
      }),
    [storageKey],
  );
  return { draft, change };
}

function readDraft(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof stored === "object" && stored !== null ? { ...EMPTY, ...stored } : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The whole mapping under a draft. */
export function useMapping(preview: ImportPreview, draft: Draft): Mapping {
  return useMemo(() => initialMapping(preview, draft.own), [preview, draft.own]);
}

/** What the API is asked to do. */
export function toConfirmBody(mapping: Mapping, draft: Draft): ConfirmBody {
  const { duplicateStrategy, emptyCells, tagIds, overrides } = draft;
  return { columnMapping: mapping, duplicateStrategy, emptyCells, tagIds, ...overrides };
}
