"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { CHANGE_KINDS, type ReviewFilter } from "@/lib/client/review";
import { FIELD_LIMITS } from "@/lib/field-limits";

const parsers = {
  kind: parseAsStringLiteral(CHANGE_KINDS),
  field: parseAsString,
  q: parseAsString.withDefault(""),
};

/** The filter of the review, stored in the URL: a link shows a colleague the same. */
export function useReviewFilter() {
  const [state, setState] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  const filter = useMemo<ReviewFilter>(
    () => ({
      kind: state.kind,
      field: state.field || null,
      search: state.q.trim().slice(0, FIELD_LIMITS.search).toWellFormed(),
    }),
    [state],
  );
  return { state, setState, filter };
}

export type ReviewFilterState = ReturnType<typeof useReviewFilter>;
