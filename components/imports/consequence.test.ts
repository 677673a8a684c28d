import { expect, it } from "vitest";
import { translator } from "@/lib/client/messages/catalogue";
import { de } from "@/lib/client/messages/de";
import { en } from "@/lib/client/messages/en";
import { consequence } from "./consequence";

it("names what is written, and the rows that are left out", () => {
  const t = translator(en, "en");
  const none = { create: 0, changed: 0, fail: 0, failed_opt_outs: 0, skipped_opt_outs: 0 };
  expect(consequence(t, { ...none, create: 6 })).toBe("Create 6 contacts");
  expect(consequence(t, { ...none, create: 6, fail: 6 })).toBe("Create 6 contacts, reject 6 rows");
  expect(consequence(t, { ...none, create: 1, changed: 2, fail: 1 })).toBe(
    "Create 1, update 2 contacts, reject 1 row",
  );
  expect(consequence(t, { ...none, create: 3, changed: 1 })).toBe("Create 3, update 1 contact");
  expect(consequence(translator(de, "de"), { ...none, create: 1, changed: 3 })).toBe(
    "1 neu anlegen, 3 aktualisieren",
  );
  expect(consequence(t, { ...none, fail: 6 })).toBe("Nothing to import");
  expect(consequence(translator(de, "de"), { ...none, changed: 1, fail: 2 })).toBe(
    "1 Kontakt aktualisieren, 2 Zeilen ablehnen",
  );
});
