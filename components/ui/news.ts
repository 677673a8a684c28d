import { useEffect, useRef, useState } from "react";

const NONE: ReadonlySet<string> = new Set();
/** As long as the animation that shows it, in milliseconds. */
const NEWS_MS = 1600;

/** A row of a list; `version` is another one whenever the row shows something else. */
interface Versioned {
  id: string;
  version: string;
}

/**
 * The ids of rows that came or changed while their list was on screen, for a moment. What was there at first, what is
 * loaded further down and what another list brings is no news; `of` tells lists apart, null one that is about to change.
 */
export function useNews(rows: readonly Versioned[], of: string | null): ReadonlySet<string> {
  const seen = useRef<{ of: string | null; versions: Map<string, string> }>({
    of: null,
    versions: new Map(),
  });
  const [news, setNews] = useState(NONE);
  useEffect(() => {
    const before = seen.current;
    seen.current = { of, versions: new Map(rows.map(({ id, version }) => [id, version])) };
    if (of === null || of !== before.of) return;
    const fresh = rows.filter(({ id, version }, at) =>
      before.versions.has(id) ? before.versions.get(id) !== version : at < before.versions.size,
    );
    if (fresh.length > 0) setNews(new Set(fresh.map(({ id }) => id)));
  }, [rows, of]);
  useEffect(() => {
    if (news.size === 0) return;
    const timer = setTimeout(() => setNews(NONE), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}
