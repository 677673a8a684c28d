import { afterEach, expect, it, vi } from "vitest";
import { forgetSavedViews } from "./view-storage";
import { savedViews } from "./views";

afterEach(() => vi.unstubAllGlobals());

/** What a browser keeps, as far as it is asked here. */
function storage(items: Map<string, string>) {
  return {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

it("forgets the saved views of everybody at sign-out, and nothing else", () => {
  const items = new Map([["kith-columns", "[]"]]);
  vi.stubGlobal("localStorage", storage(items));
  for (const email of ["ada@example.com", "bob@example.com"])
    savedViews(email).set([{ name: "Divorced clients", query: "q=x" }]);
  expect(items.size).toBe(3);
  forgetSavedViews();
  expect([...items.keys()]).toEqual(["kith-columns"]);
});

it("does not keep anybody from signing out where there is no storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(forgetSavedViews).not.toThrow();
});
