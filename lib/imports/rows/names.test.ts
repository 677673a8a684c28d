import fc from "fast-check";
import { expect, it } from "vitest";
import { splitBeside, splitFullName } from "./names";

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

it.each([
  ["الخطيب أحمد", null, "الخطيب", "أحمد", "الخطيب"],
  ["Nagy Anna", null, "Nagy", "Anna", "Nagy"],
  ["Anna Nagy", null, "Nagy", "Anna", "Nagy"],
  ["King, Ada", null, "King", "Ada", "King"],
  ["Ada King", "Ada", null, "Ada", "King"],
  ["Ada Lovelace", null, "Byron", "Ada", "Lovelace"],
  ["King King", null, "King", "King", "King"],
])("splits %s beside %s and %s", (full, knownFirst, knownLast, first, last) => {
  expect(splitBeside(full, { first: knownFirst, last: knownLast })).toEqual({ first, last });
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
