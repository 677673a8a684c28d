import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { written } from "./reference";

const PAGE = "../../../docs/interface.md";

const page = readFileSync(new URL(PAGE, import.meta.url), "utf8");

it("docs/interface.md says of operations, fields, errors and rates what the declarations say", async () => {
  await expect(written(page)).toMatchFileSnapshot(PAGE);
});

it("this check catches a changed status and a part that is gone", () => {
  expect(written(page.replace("| 401 | `UNAUTHORIZED`", "| 400 | `UNAUTHORIZED`"))).toBe(written(page));
  expect(() => written(page.replace("<!-- errors -->", ""))).toThrow("no part errors");
});
