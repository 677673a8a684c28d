import { describe, expect, it } from "vitest";
import { COLUMNS, readPlaces, writePlaces } from "./columns";

const all = (text: string | null) => readPlaces(text).map(({ column }) => column);

describe("the arrangement of columns", () => {
  it("is the standard when nothing was arranged", () => {
    expect(all(null)).toEqual([...COLUMNS]);
    expect(readPlaces(null).every(({ shown, width }) => shown && width === null)).toBe(true);
  });

  it("comes back as it was written, with hidden columns in their places", () => {
    const text = "tags:180 -phone:90 company added";
    expect(writePlaces(readPlaces(text))).toBe(text);
    expect(readPlaces(text)[1]).toEqual({ column: "phone", shown: false, width: 90 });
  });

  it("has every column once, whatever the text says", () => {
    for (const text of [
      "",
      "tags tags",
      "tags company",
      "-",
      ":",
      "toString:9 -__proto__",
      "tags:x -tags:1",
    ]) {
      expect([...all(text)].sort(), text).toEqual([...COLUMNS].sort());
    }
    expect(readPlaces("").some(({ shown }) => shown)).toBe(false);
  });

  it("keeps widths within what can be read and dragged", () => {
    expect(readPlaces("tags:1 company:9999 phone:NaN added:-5").map(({ width }) => width)).toEqual([
      64,
      480,
      null,
      64,
    ]);
  });
});
