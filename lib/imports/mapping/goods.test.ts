import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

const suggested = (header: string, cells: readonly string[]) =>
  suggestMapping(
    ["E-Mail", header],
    cells.map((cell, n) => [`p${n}@x.de`, cell]),
  )[1];

it.each([
  ["Versandart", ["keine", "keine", "keine"]],
  ["Versandart", ["keine", "DHL", "Abholung"]],
  ["Versandart", ["keine", "Paket", "keine"]],
  ["Zahlungsart", ["keine", "keine", "keine"]],
  ["Shipping method", ["none", "none", "none"]],
  ["Mode de livraison", ["aucun", "aucun", "aucun"]],
  ["Способ доставки", ["никогда", "никогда", "никогда"]],
])("how goods are sent is no consent: %s %s", (header, cells) => {
  expect(suggested(header, cells)).toMatchObject({ field: "skip" });
  expect(suggested(header, cells)).not.toHaveProperty("question");
});

it.each([
  ["Newsletter", ["keine", "wöchentlich", "monatlich"]],
  ["Newsletter-Versand", ["keine", "wöchentlich", "monatlich"]],
  ["Versandart", ["keine", "keine Mails", "E-Mail"]],
  ["Versandart Newsletter", ["keine", "HTML", "Text"]],
  ["Mailversand", ["keine", "E-Mail", "Post"]],
  ["E-Mail-Versandart", ["keine", "HTML", "Text"]],
])("how mails are sent is asked about: %s %s", (header, cells) => {
  expect(suggested(header, cells)).toMatchObject({ question: "consent" });
});

it("“none” below “Newsletter” is a no", () => {
  expect(suggested("Newsletter", ["keine", "ja", "ja"])).toMatchObject({ field: "is_unsubscribed" });
});

it.each([
  ["אָפּגעמעלדעט", ["יאָ", "ניין", "יאָ"]],
  ["נישט שיקן", ["יאָ", "ניין", "יאָ"]],
  ["Kua whakakore ohaurunga", ["āe", "kāo", "āe"]],
  ["Kaua e tuku īmēra", ["āe", "kāo", "āe"]],
])("opting out in Yiddish and Māori: %s", (header, cells) => {
  expect(suggested(header, cells)).toMatchObject({
    field: "is_unsubscribed",
    reason_code: "unsubscribed_flag",
  });
});

it.each([
  ["נייַעסבריוו", ["יאָ", "ניין", "יאָ"]],
  ["Ohauru", ["āe", "kāo", "āe"]],
  ["Whakaaetanga", ["āe", "kāo", "āe"]],
])("opting in in Yiddish and Māori: %s", (header, cells) => {
  const found = suggested(header, cells);
  expect(found?.field === "is_subscribed" || found?.question === "consent").toBe(true);
});
