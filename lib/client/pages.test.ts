import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isDashboard, PAGES } from "./pages";

it("lists every page of the dashboard that stands at the top", () => {
  const folder = fileURLToPath(new URL("../../app/(dashboard)", import.meta.url));
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = ["/", ...folders.map(({ name }) => `/${name}`)];
  expect(PAGES.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  expect(new Set(PAGES.map(({ key }) => key)).size).toBe(PAGES.length);
});

it.each([
  ["/", true],
  ["/contacts", true],
  ["/imports/new", true],
  ["/contactsheet", false],
  ["/docs", false],
  ["/sign-in", false],
])("tells whether %s is for signed-in users: %s", (path, expected) => {
  expect(isDashboard(path)).toBe(expected);
});
