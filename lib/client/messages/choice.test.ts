import { expect, it } from "vitest";
import { formatter } from "../format";
import { chooseLanguage } from "./choice";

it.each([
  ["de", "", "de", "de"],
  ["de", "de-CH,en;q=0.8", "de", "de-CH"],
  [undefined, "en-150,en;q=0.9", "en", "en-150"],
  [undefined, "nl-NL,en;q=0.3,de-AT;q=0.7", "de", "de-AT"],
  [undefined, "de;q=0,en-GB;q=0.1", "en", "en-GB"],
  [undefined, "nl", "en", "en"],
  ["toString", "den,nl", "en", "en"],
])("a choice of %s and the browser's “%s” give %s, written as in %s", (chosen, header, language, locale) => {
  expect(chooseLanguage(chosen, header)).toEqual({ language, locale });
});

it("takes the decimal sign from the country", () => {
  expect(["de", "de-CH", "en", "en-ZA"].map((locale) => formatter(locale).decimal)).toEqual([
    "comma",
    "dot",
    "dot",
    new Intl.NumberFormat("en-ZA").format(1.5).includes(",") ? "comma" : "dot",
  ]);
});
