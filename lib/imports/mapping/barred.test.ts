import { describe, expect, it } from "vitest";
import { suggestMapping } from "./suggest";

const asks = (headers: string[], rows: string[][]) =>
  suggestMapping(headers, rows).some(({ question }) => question === "consent");
const people = (words: string[]) => words.map((word, n) => [`p${n}@example.com`, word]);
/** The same beside a column that says who opted out, and does not say it of these people. */
const beside = (words: string[]) =>
  words.map((word, n) => [`p${n}@example.com`, n === 3 ? "yes" : "no", word]);

describe.each([
  "Type",
  "Lead source",
  "Reason",
  "Status",
  "Category",
  "Typ",
  "Quelle",
  "Grund",
  "Tipo",
  "Tags",
])("below “%s”", (header) => {
  it.each([
    "DNC",
    "DNC list",
    "Do not contact",
    "Suppression",
    "Suppression list",
    "revoked",
    "Consent withdrawn",
    "Einwilligung zurückgezogen",
    "Robinson",
    "Robinsonliste",
    "Robinson list",
    "Lista Robinson",
  ])("“%s” is asked about", (word) => {
    const words = ["Customer", word, "Lead", "Customer"];
    expect(asks(["Email", header], people(words))).toBe(true);
    expect(asks(["Email", "Unsubscribed", header], beside(words))).toBe(true);
  });
});

it.each([
  ["Last name", ["Smith", "Robinson", "Bath"]],
  ["Company", ["DNC", "Acme", "Bo"]],
  ["City", ["Robinson", "Bath", "Ulm"]],
  ["Type", ["Customer", "Lead", "Partner"]],
  ["Source", ["Web", "Fair", "Robinson Crusoe Ltd"]],
])("below “%s” %j raises no question", (header, words) => {
  expect(asks(["Email", header], people(words))).toBe(false);
});

/** Whoever left is unsubscribed, or the column is asked about. */
function losesNobody(headers: string[], rows: string[][], header: string): boolean {
  const found = suggestMapping(headers, rows).find((one) => one.header === header);
  return found?.question === "consent" || found?.field.startsWith("is_") === true;
}

describe("exports of other systems", () => {
  it.each([
    [["Bounced"]],
    [["Deleted"]],
    [["Unsubscribed"]],
    [["Active", "Bounced", "Unsubscribed", "Deleted"]],
    [["Active", "Deleted"]],
    [["Active", "Bounced"]],
  ])("Campaign Monitor: State is one of %j", (states) => {
    const rows = states.map((state, n) => [`p${n}@example.com`, "Ada", state, "2024-01-02"]);
    expect(losesNobody(["Email Address", "Name", "State", "Date"], rows, "State")).toBe(true);
  });

  it.each([[["0", "1", "1"]], [["0", "0", "0"]]])("phpList: optedin is %j", (flags) => {
    const rows = flags.map((flag, n) => [String(n), `p${n}@example.com`, "1", "0", flag, "0"]);
    const headers = ["id", "email", "confirmed", "blacklisted", "optedin", "bouncecount"];
    expect(losesNobody(headers, rows, "optedin")).toBe(true);
  });
});
