import { useCallback, useSyncExternalStore } from "react";

const WIDE = "(min-width: 64rem)";

/** Whether there is room for something beside the page. */
export const useWide = () => useMedia(WIDE);

/** Whether a media query matches; false for a page from the server. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
