import { expect, it } from "vitest";
import { translator } from "@/lib/client/messages/catalogue";
import { en } from "@/lib/client/messages/en";
import { sayWay } from "./way";

const t = translator(en, "en");
const none = { filename: null, undone_way: null };

it("says what an undo has undone, unless the name of the import does", () => {
  expect(sayWay(t, { ...none, way: "contacts_deleted" })).toBe("Contacts deleted");
  expect(sayWay(t, { ...none, way: "undo", undone_way: "contacts_deleted" })).toBe("Undo · Contacts deleted");
  expect(sayWay(t, { ...none, way: "undo", undone_way: "undo" })).toBe("Undo of an undo");
  expect(sayWay(t, { filename: "people.csv", way: "undo", undone_way: "undo" })).toBe("Undo of an undo");
  expect(sayWay(t, { filename: "people.csv", way: "undo", undone_way: "import" })).toBe("Undo");
});
