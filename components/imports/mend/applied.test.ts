import { expect, it } from "vitest";
import { translator } from "@/lib/client/messages/catalogue";
import { en } from "@/lib/client/messages/en";
import { sayCorrected } from "./applied";

it("counts as corrected only rows that are accepted", () => {
  const t = translator(en, "en");
  expect(sayCorrected(t, 4, 0)).toBe("4 rows corrected");
  expect(sayCorrected(t, 4, 1)).toBe("3 of 4 edited rows corrected");
  expect(sayCorrected(t, 1, 1)).toBe("0 of 1 edited row corrected");
});
