import { expect, it } from "vitest";
import { arrangeColumns, SHOWN_COLUMNS } from "./arrange-columns";

const named = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
const none = { doubtful: new Set<string>(), beyond: new Set<string>(), clashes: () => false };

it("shows all columns of a usual file, first those that need a look", () => {
  const few = named(SHOWN_COLUMNS);
  expect(arrangeColumns(few, none)).toEqual({ shown: few, folded: [] });
  const lost = new Set(["c9"]);
  expect(arrangeColumns(few, { ...none, doubtful: lost, beyond: lost }).shown[0]).toBe("c9");
});

it("folds what needs no look in a wide file, and what there is no room for", () => {
  const beyond = new Set(named(300).slice(2, 250));
  const doubtful = new Set([...beyond, ...named(300).slice(255, 295)]);
  const clashes = (header: string) => header === "c3";
  const { shown, folded } = arrangeColumns(named(300), { doubtful, beyond, clashes });
  expect(shown).toEqual([...named(300).slice(255, 295), "c3"]);
  expect(folded.slice(0, 2)).toEqual(["c0", "c1"]);
  expect(folded.length + shown.length).toBe(300);
});
