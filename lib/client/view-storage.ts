/** Where this browser keeps the saved views of a user: the address follows. */
export const VIEWS_PREFIX = "kith-views:";

/** Forgets the views of everybody who used this browser: they bear addresses and may name people. */
export function forgetSavedViews(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys) if (key.startsWith(VIEWS_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
