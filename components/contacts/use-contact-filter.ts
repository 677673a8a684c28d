"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo } from "react";
import { filterOf, filterParsers, type Sort } from "@/lib/client/contact-filter";
import { ApiFailure } from "@/lib/client/failure";
import { problemsOf } from "@/lib/client/failure-words";

/** Filter and order of the contact list, stored in the URL, so that a link or the Back button restores them. */
export function useContactFilter() {
  const [state, setState] = useQueryStates(filterParsers, { history: "push", clearOnDefault: true });
  const filter = useMemo(() => filterOf(state), [state]);
  const active = Object.keys(filter).length > 0;
  const { sort } = state;
  const setSort = useCallback((next: Sort) => void setState({ sort: next }), [setState]);
  const clear = () => setState({ ...NOTHING, sort });
  return { state, setState, filter, sort, setSort, active, clear };
}

const NOTHING = Object.fromEntries(Object.keys(filterParsers).map((name) => [name, null]));

export type ContactFilterState = ReturnType<typeof useContactFilter>;

/** An order by a field that no longer exists is left for the usual one, as one that cannot be read is. */
export function useKnownSort({ setState }: ContactFilterState, error: unknown): void {
  const isUnknown = problemsOf(ApiFailure.from(error).details).some(({ path }) => path[0] === "sort");
  useEffect(() => {
    if (isUnknown) void setState({ sort: null }, { history: "replace" });
  }, [isUnknown, setState]);
}
