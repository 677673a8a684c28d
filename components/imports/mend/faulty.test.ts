import { expect, it } from "vitest";
import { isFaulty } from "./faulty";

it("marks the cells that may be why a row is rejected, and no others", () => {
  const headers = ["email", "name", "city"];
  const faulty = (code: Parameters<typeof isFaulty>[0]["code"], column: string | null, cells: string[]) =>
    cells.filter((cell, index) => isFaulty({ code, column }, headers, index, cell));
  expect(faulty("email_invalid", "email", ["ada(at)x", "Ada", "Rom"])).toEqual(["ada(at)x"]);
  expect(faulty("unbalanced_quote", null, ["a@x.de", '"Ada', "Rom"])).toEqual(['"Ada']);
  expect(faulty("undecodable_text", null, ["a@x.de", "M\ufffdller", "Rom"])).toEqual(["M\ufffdller"]);
  expect(faulty("too_many_cells", null, ["a@x.de", "Ada", "Rom", "Italy", ""])).toEqual(["Italy"]);
  expect(faulty("not_storable", null, ["a@x.de", "Ada", "Rom"])).toEqual([]);
});
