import type { SavedView } from "./api-types";
import { withStorage } from "./storage";

/** Where earlier versions stored the saved views of a user in the browser: the address follows. */
const PREFIX = "kith-views:";

/** The views that an earlier version stored here for this user. */
export function keptViews(email: string): SavedView[] {
  const kept: unknown = withStorage(() => JSON.parse(localStorage.getItem(`${PREFIX}${email}`) ?? "[]"));
  return Array.isArray(kept) ? kept.filter(isView) : [];
}

/** Deletes the views of all users of this browser: they contain addresses and may contain names. */
export function forgetKeptViews(): void {
  withStorage(() => {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("name" in value) || !("query" in value)) return false;
  return typeof value.name === "string" && typeof value.query === "string";
}
