import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetInvitation, hasInvitation, keepInvitation, noteShown, takeInvitation } from "./invitation";

const TOKEN = "a-token-of-more-than-twenty-letters";

/** The storage of a browser or of a tab. */
function newStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

const open = (hash = "") =>
  vi.stubGlobal("window", {
    location: { hash, pathname: "/invitation" },
    history: { replaceState: () => {} },
  });

beforeEach(() => {
  vi.stubGlobal("localStorage", newStorage());
  vi.stubGlobal("sessionStorage", newStorage());
  open(`#${TOKEN}`);
  takeInvitation();
  open();
});
afterEach(() => void vi.unstubAllGlobals());

it("comes again until its user has seen it", () => {
  expect(hasInvitation()).toBe(true);
  noteShown(TOKEN);
  expect(hasInvitation()).toBe(false);
});

it("is still there when its page is loaded again, in this tab alone", () => {
  noteShown(TOKEN);
  expect(takeInvitation()).toBe(TOKEN);
  vi.stubGlobal("sessionStorage", newStorage());
  expect(takeInvitation()).toBeNull();
});

it("comes again for the account that somebody signs in with to answer it, and not after it was answered", () => {
  noteShown(TOKEN);
  keepInvitation(TOKEN);
  expect(hasInvitation()).toBe(true);
  forgetInvitation();
  expect([hasInvitation(), takeInvitation()]).toEqual([false, null]);
});
