import { expect, it } from "vitest";
import { translator } from "@/lib/client/messages/catalogue";
import { en } from "@/lib/client/messages/en";
import { sayParts } from "./undo-words";

const t = translator(en, "en");
const none = {
  ...{ removed: 0, restored: 0, removed_others: 0, restored_others: 0, kept: 0, still_unsubscribed: 0 },
  ...{ opt_outs_withdrawn: 0, opt_outs_remembered: 0, kept_items: [] },
};

it("says contacts and other things apart", () => {
  const both = { ...none, restored: 20_002, restored_others: 2, removed: 1, removed_others: 1, kept: 3 };
  expect(sayParts(t, both)).toBe(
    "1 tag or field removed, 20,000 contacts restored, 2 tags or fields restored, 3 stay as they are",
  );
  expect(sayParts(t, { ...none, restored: 2 })).toBe("2 restored");
  expect(sayParts(t, none)).toBe("nothing to restore");
});
