import { resolve } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";
import { unitFilters, unitTests } from "./lib/test-files.mjs";

it("finds this test, and none of the browser's or of a package", () => {
  const tests = unitTests();
  expect(tests).toContain("scripts/test-files.test.mjs");
  expect(tests.filter((test) => /^(e2e|node_modules|\.)/.test(test))).toEqual([]);
});

it.each([
  ["a folder", ["lib/imports"], ["lib/imports"]],
  ["a folder as a shell completes it", ["./lib/imports/"], ["lib/imports"]],
  ["an absolute path", [resolve(root, "lib/imports")], ["lib/imports"]],
  ["a part of a name", ["supervisor"], ["supervisor"]],
  [
    "options and their words",
    ["-t", "says nothing", "--bail=1", "db"],
    ["-t", "says nothing", "--bail=1", "db"],
  ],
])("takes %s", (_, args, wanted) => {
  expect(unitFilters(args)).toEqual(wanted);
});

it.each([[["public"]], [["lib/imports", "lib/improts"]], [["components/ui/nowhere"]]])(
  "says for %s that there is none, and which folders have some",
  (args) => {
    const find = () => unitFilters(args);
    expect(find).toThrow(/^No unit test has ".*" in its path\. Folders with tests:$/);
    expect(find).toThrow(expect.objectContaining({ detail: expect.stringMatching(/^db$/m) }));
  },
);
