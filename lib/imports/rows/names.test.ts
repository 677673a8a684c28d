import fc from "fast-check";
import { expect, it } from "vitest";
import { splitFullName } from "./names";

it.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["Lovelace, Ada", "Ada", "Lovelace"],
  ["Ada", "Ada", null],
  ["  Ada   King  Lovelace ", "Ada King", "Lovelace"],
  ["Vincent van Gogh", "Vincent", "van Gogh"],
  ["Ludwig van der Berg", "Ludwig", "van der Berg"],
  ["João da Silva", "João", "da Silva"],
  ["Martin Luther King, Jr.", "Martin Luther", "King, Jr."],
  ["Ada Lovelace, PhD", "Ada", "Lovelace, PhD"],
  ["山田 太郎", "太郎", "山田"],
  ["王小明", "王小明", null],
  ["김 철수", "철수", "김"],
  ["Иванов Иван Иванович", "Иван Иванович", "Иванов"],
  ["Анна Петрова", "Анна", "Петрова"],
  ["Van Morrison", "Van", "Morrison"],
  ["van Gogh, Vincent", "Vincent", "van Gogh"],
  ["de", "de", null],
])("splits %s", (full, first, last) => {
  expect(splitFullName(full)).toEqual({ first, last });
});

it("never loses a word", () => {
  const word = fc.constantFrom("Ada", "van", "der", "Jr.", "Лев", "Иванович", "山田", "O'Hara", "de", "X");
  const letters = (text: string) => [...text.replace(/[\s,]/gu, "")].sort().join("");
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(" ", ", "),
      (words, joint) => {
        const full = words.join(joint);
        const { first, last } = splitFullName(full);
        expect(letters(first + (last ?? ""))).toBe(letters(full));
        expect(first).not.toBe("");
      },
    ),
    { numRuns: 500 },
  );
});
