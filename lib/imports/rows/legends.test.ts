import { expect, it } from "vitest";
import { consentReader } from "./consent-reader";

/** Whether each cell unsubscribes; null if it cannot be decided. */
function read(
  header: string,
  cells: string[],
  field: "is_unsubscribed" | "is_subscribed" = "is_unsubscribed",
) {
  const reader = consentReader([header], [field]);
  return cells.map((cell) => {
    const { is_unsubscribed, unread } = reader([cell]);
    return unread.length > 0 ? null : is_unsubscribed;
  });
}

it.each([
  ["Newsletter (x = nein danke)", ["x", "X", ""], [true, true, false]],
  ["Newsletter (1 = ja, 2 = nein)", ["1", "2", "3", "nein"], [false, true, null, true]],
  ["Newsletter (0=yes, 1=no)", ["0", "1"], [false, true]],
  ["Newsletter 1=ja 2=nein", ["1", "2"], [false, true]],
  ["Abgemeldet (1 = ja, 0 = nein)", ["1", "0"], [true, false]],
  ["Status (1=active, 2=unsubscribed)", ["1", "2"], [false, true]],
  ["Рассылка (0 - да, 1 - нет)", ["0", "1"], [false, true]],
])("reads codes as %s explains them", (header, cells, expected) => {
  expect(read(header, cells)).toEqual(expected);
});

it("reads them alike whichever of the two fields was chosen", () => {
  const [header, cells] = ["Newsletter (x = nein danke)", ["x", ""]];
  expect(read(header, cells, "is_subscribed")).toEqual(read(header, cells));
});

it("reads cells below any other header as before", () => {
  expect(read("Unsubscribed", ["1", "0", "yes", "no", ""])).toEqual([true, false, true, false, false]);
});

it.each([
  [
    "Newsletter",
    ["No, gracias", "nein danke", "STOP", "Do Not Allow", "Allow"],
    [true, true, true, true, false],
  ],
  ["Do not allow bulk emails", ["Allow", "Do Not Allow"], [false, true]],
  ["Toestemming nieuwsbrief", ["ingetrokken", "ja"], [true, false]],
])("reads words that decline below %s", (header, cells, expected) => {
  expect(
    read(header, cells, header === "Toestemming nieuwsbrief" ? "is_subscribed" : "is_unsubscribed"),
  ).toEqual(expected);
});

it.each([
  ["Newsletter", ["1.0", "0.0", "1,00", "", "👍", "👎", "×"], [false, true, false, false, false, true, true]],
  ["Unsubscribed", ["1.0", "0.0", "1,00", ""], [true, false, true, false]],
  ["Buletin", ["ya", "Tidak bersedia"], [false, true]],
  ["Ενημερωτικό δελτίο", ["ναι", "Δεν επιθυμώ"], [false, true]],
])("reads what programs and people write under %s", (header, cells, expected) => {
  const field = header === "Unsubscribed" ? "is_unsubscribed" : "is_subscribed";
  expect(read(header, cells, field)).toEqual(expected);
});
