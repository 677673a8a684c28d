import { useEffect } from "react";
import { useT } from "./i18n";

/** The titles that parts of the page request, the latest last. */
const wanted: { title: string }[] = [];
/** The server's title of the page. */
let own = "";
let observer: MutationObserver | undefined;

/** The server's title may arrive after the page, and is then recognised by not being one of ours. */
function show(): void {
  const title = wanted.at(-1)?.title;
  if (title !== undefined && document.title !== title) document.title = title;
}

function watch(): void {
  own = document.title;
  observer = new MutationObserver(() => {
    if (document.title === wanted.at(-1)?.title) return;
    own = document.title;
    show();
  });
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

function unwatch(last: string): void {
  observer?.disconnect();
  observer = undefined;
  // The next page may have a title already.
  if (document.title === last) document.title = own;
}

/**
 * Names the tab after what the page shows, the most specific first: "people.csv · Imports · Kith". Afterwards the
 * title from the server is restored. Nothing while a part is not known.
 */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const t = useT();
  const isKnown = parts.every((part) => part !== undefined);
  const title = isKnown ? t("app.title", { page: parts.filter((part) => part !== null).join(" · ") }) : null;
  useEffect(() => {
    if (title === null) return;
    const mine = { title };
    if (wanted.push(mine) === 1) watch();
    show();
    return () => {
      wanted.splice(wanted.indexOf(mine), 1);
      if (wanted.length === 0) unwatch(title);
      else show();
    };
  }, [title]);
}
