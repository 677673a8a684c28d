import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Events } from "./api-types";

type Kind = Events["changed"][number];

/** The queries that are outdated when something of a kind has changed, and no others. */
const STALE: Record<Kind, QueryKey[]> = {
  contacts: [["contacts"], ["tags"], ["changes", "list"], ["stats"]],
  imports: [
    ["imports", "list"],
    ["imports", "one"],
  ],
  exports: [["exports"]],
  bulk_actions: [["bulk-actions"]],
  duplicates: [["duplicates"]],
  segments: [["segments"]],
  fields: [["fields"], ["imports", "preview"], ["imports", "dry-run"]],
  settings: [["settings"]],
  members: [["members"], ["invitations"], ["workspaces"]],
};

/** The share of the API's 100 requests a minute that events may use: this many at once, and this many a minute. */
const AT_ONCE = 10;
const PER_MINUTE = 20;
/** While this tab is writing, an answer could be older than that write. */
const WRITING_MS = 100;

/**
 * Fetches again what has changed: at once, unless changes come continuously; then as often as the rate limit allows,
 * including after the last one.
 */
export function askAnewWithin(queries: QueryClient): {
  changed: (kinds: readonly Kind[]) => void;
  stop: () => void;
} {
  const due = new Set<Kind>();
  let credit = AT_ONCE;
  let countedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    const now = performance.now();
    credit = Math.min(AT_ONCE, credit + ((now - countedAt) / 60_000) * PER_MINUTE);
    countedAt = now;
    if (due.size === 0) return;
    if (queries.isMutating() > 0) return plan(WRITING_MS);
    if (credit < 1) return plan(((1 - credit) / PER_MINUTE) * 60_000);
    const keys = [...due].flatMap((kind) => STALE[kind]);
    due.clear();
    credit -= keys.reduce((sum, queryKey) => sum + costOf(queries, queryKey), 0);
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  const plan = (ms: number) => {
    timer ??= setTimeout(run, ms);
  };
  return {
    changed(kinds) {
      for (const kind of kinds) due.add(kind);
      if (!timer) run();
    },
    stop: () => clearTimeout(timer),
  };
}

/** The requests that refetching this takes. */
function costOf(queries: QueryClient, queryKey: QueryKey): number {
  const shown = queries.getQueryCache().findAll({ queryKey, type: "active" });
  return shown.reduce((sum, query) => sum + pagesOf(query), 0);
}

function pagesOf({ state }: Query): number {
  const pages = (state.data as InfiniteData<unknown> | undefined)?.pages;
  return Array.isArray(pages) ? pages.length : 1;
}
