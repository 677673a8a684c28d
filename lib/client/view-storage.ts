import type { SavedView } from "./api-types";

/** Where earlier versions stored the saved views of a user in the browser: the address follows. */
const PREFIX = "kith-views:";

/** The views that an earlier version stored here for this user. */
export function keptViews(email: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${email}`) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Deletes the views of all users of this browser: they contain addresses and may contain names. */
export function forgetKeptViews(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("name" in value) || !("query" in value)) return false;
  return typeof value.name === "string" && typeof value.query === "string";
}
