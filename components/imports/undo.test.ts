import { expect, it } from "vitest";
import type { UndoPreview } from "@/lib/client/imports";
import { translator } from "@/lib/client/messages/catalogue";
import { en } from "@/lib/client/messages/en";
import { isIdleUndo, sayEffect } from "./undo";

const t = translator(en, "en");
const none: UndoPreview = {
  importId: "1",
  undo_status: null,
  ...{ removed: 0, restored: 0, kept: 0, still_unsubscribed: 0, opt_outs_withdrawn: 0 },
  kept_contacts: [],
  removed_tags: 0,
  again: null,
  undoable_until: "2026-11-30T00:00:00Z",
};

it("says that an undo would do nothing, and why", () => {
  const preview = { ...none, kept: 4 };
  expect(isIdleUndo(preview)).toBe(true);
  expect(sayEffect(t, preview)).toEqual([
    "Nothing would be undone.",
    "4 contacts that were edited since are kept.",
  ]);
});

it("offers an undo that removes, restores or withdraws anything", () => {
  for (const part of ["removed", "restored", "removed_tags", "opt_outs_withdrawn"] as const)
    expect(isIdleUndo({ ...none, kept: 4, [part]: 1 }), part).toBe(false);
  expect(isIdleUndo({ ...none, removed: 9, again: { removed: 0, restored: 0 } })).toBe(true);
  expect(isIdleUndo({ ...none, again: { removed: 1, restored: 0 } })).toBe(false);
});
