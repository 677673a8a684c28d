import { describe, expect, it } from "vitest";
import { suggestMapping } from "./suggest";

const second = (header: string, cells: string[]) =>
  suggestMapping(
    ["email", header],
    cells.map((cell, n) => [`p${n}@example.com`, cell]),
  )[1];

describe("a column is asked about", () => {
  it.each(["pending", "archived", "transactional", "non-subscribed", "unconfirmed"])(
    "whose status may be %s",
    (state) => {
      const cells = ["subscribed", state, "unsubscribed"];
      expect(second("status", cells)).toMatchObject({ question: "consent", unread: [state] });
      expect(second("Subscribed", ["true", "true", state])).toMatchObject({ question: "consent" });
    },
  );

  it.each([
    ["opted_in_at", ["2022-01-01T10:00:00Z", ""]],
    ["opt-in date", ["", "01/02/2023"]],
    ["Einwilligung am", ["03.05.2024", ""]],
    ["Newsletter seit", ["2021", "", "2019"]],
    ["Consent", ["I consent to the processing of my data for marketing purposes", ""]],
    ["Consent", ["https://example.com/form", ""]],
  ])("that proves the consent of some: %s %j", (header, cells) =>
    expect(second(header, cells)).toMatchObject({ question: "consent" }),
  );

  it.each([
    ["Date d'opposition", ["", "01/02/2023"]],
    ["Revoked at", ["", "2023-02-01"]],
    ["Removed on", ["", "2023-02-01"]],
    ["Bounced at", ["", "2023-02-01"]],
    ["Gelöscht am", ["", "01.02.2023"]],
    ["Sperrdatum", ["", "01.02.2023"]],
    ["Data cancellazione", ["", "01/02/2023"]],
    ["Unsubscribes", ["0", "0", "2"]],
    ["Spam reports", ["0", "0", "2"]],
    ["Complaints", ["0", "2", "0"]],
  ])("that says when or how often somebody left: %s %j", (header, cells) =>
    expect(second(header, cells)).toMatchObject({ question: "consent" }),
  );

  it("that tells of a withdrawal beside a flag", () => {
    const suggested = suggestMapping(
      ["email", "Consent", "Consent source"],
      [
        ["a@example.com", "yes", "Fair 2023"],
        ["b@example.com", "yes", "Withdrawn by phone 3 May"],
      ],
    );
    expect(suggested[2]).toMatchObject({ question: "consent" });
  });
});

it.each([
  ["opted_in_at", ["2022-01-01", "2023-01-01"]],
  ["Unsubscribes", ["0", "0"]],
  ["Removed items", ["3", ""]],
])("nobody is asked about %s %j", (header, cells) =>
  expect(second(header, cells)).not.toHaveProperty("question"),
);
