"use client";

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ContactFilter } from "@/lib/client/contacts";
import { askedFor } from "@/lib/client/search";

const parsers = {
  q: parseAsString.withDefault(""),
  tags: parseAsArrayOf(parseAsString).withDefault([]),
  match: parseAsStringLiteral(["any", "all"] as const).withDefault("any"),
  status: parseAsStringLiteral(["subscribed", "unsubscribed"] as const),
};

/** The filter of the contact list, kept in the address, so that a link or the Back button restores it. */
export function useContactFilter() {
  const [state, setState] = useQueryStates(parsers, { history: "replace", clearOnDefault: true });
  const filter = useMemo<ContactFilter>(
    () => ({
      search: askedFor(state.q),
      tag_ids: state.tags,
      tag_match: state.match,
      is_unsubscribed: state.status === null ? null : state.status === "unsubscribed" ? "true" : "false",
    }),
    [state],
  );
  const active = Boolean(filter.search || filter.tag_ids.length || filter.is_unsubscribed);
  return { state, setState, filter, active, clear: () => setState(null) };
}

export type ContactFilterState = ReturnType<typeof useContactFilter>;
