import { afterEach, expect, it, vi } from "vitest";
import { forgetKeptViews, keptViews } from "./view-storage";

afterEach(() => vi.unstubAllGlobals());

/** A browser's storage, as far as it is used here. */
function storage(items: Map<string, string>) {
  return {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  };
}

const view = { name: "Divorced clients", query: "q=x" };

it("finds what an earlier version kept for this user, and nobody else's", () => {
  const items = new Map([
    ["kith-views:ada@example.com", JSON.stringify([view, { name: 1 }, null])],
    ["kith-views:bob@example.com", "damaged"],
  ]);
  vi.stubGlobal("localStorage", storage(items));
  expect(keptViews("ada@example.com")).toEqual([view]);
  expect(keptViews("bob@example.com")).toEqual([]);
  expect(keptViews("eve@example.com")).toEqual([]);
});

it("forgets the kept views of everybody, and nothing else", () => {
  const items = new Map([
    ["kith-columns", "[]"],
    ["kith-views:ada@example.com", "[]"],
    ["kith-views:bob@example.com", "[]"],
  ]);
  vi.stubGlobal("localStorage", storage(items));
  forgetKeptViews();
  expect([...items.keys()]).toEqual(["kith-columns"]);
});

it("does not keep anybody from signing out where there is no storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(forgetKeptViews).not.toThrow();
  expect(keptViews("ada@example.com")).toEqual([]);
});
