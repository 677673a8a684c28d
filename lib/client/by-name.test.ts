import { expect, it } from "vitest";
import { byName } from "./by-name";

const names = (list: string[], language: "de" | "en" | "es") =>
  byName(
    list.map((name) => ({ name })),
    language,
  ).map(({ name }) => name);

it("puts numbers in their order, letters in that of the language, whatever their case", () => {
  expect(names(["Step 10", "step 4", "Step 5"], "en")).toEqual(["step 4", "Step 5", "Step 10"]);
  expect(names(["Zürich", "Österreich", "Portugal"], "de")).toEqual(["Österreich", "Portugal", "Zürich"]);
  expect(names(["ñandú", "nuez", "oso"], "es")).toEqual(["nuez", "ñandú", "oso"]);
});
