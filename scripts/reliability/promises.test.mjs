import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../lib/project.mjs";
import { promises } from "./promises.mjs";
import { runOf } from "./runs.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/**
 * Links of a document to rows of the page, by their anchors.
 * @param {string} markdown
 */
const linked = (markdown) =>
  [...markdown.matchAll(/docs\/reliability\.md#([\w-]+)\)/g)].map(([, id = ""]) => id);
/** @param {string} page */
const anchors = (page) => [...page.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = ""]) => id);
/**
 * The figures that a test records.
 * @param {string} text
 */
const noted = (text) => [...text.matchAll(/recordFigure\("([\w-]+)"/g)].map(([, id = ""]) => id);

/** @typedef {(typeof promises)[number]} Row */
/** @typedef {{ readme: string, page: string, rows: Row[], textOf: (test: string) => string }} Sources */

/**
 * What is wrong between the guarantees of README, the declared rows, the page and the tests.
 * @param {Sources} sources
 */
function faultsBetween({ readme, page, rows, textOf }) {
  const [links, there] = [linked(readme), anchors(page)];
  const ids = rows.map(({ id }) => id);
  const [coming, made] = [rows.filter((row) => row.isComing), rows.filter((row) => !row.isComing)];
  /** @param {Row} row */
  const isNoted = ({ id, test }) => noted(textOf(test)).includes(id);
  const bullets = readme.replace(/## Run it[\s\S]*/, "").match(/^- .*(?:\n {2}.*)*/gm) ?? [];
  return [
    ...bullets
      .filter((text) => linked(text).length === 0)
      .map((text) => `without a row: ${text.slice(0, 40)}`),
    ...links.filter((id) => !there.includes(id)).map((id) => `dead anchor: ${id}`),
    ...made
      .filter(({ id }) => !links.includes(id))
      .map(({ id }) => `row that README does not promise: ${id}`),
    ...ids.filter((id) => !there.includes(id)).map((id) => `row that the page lacks: ${id}`),
    ...there.filter((id) => !ids.includes(id)).map((id) => `row of the page that nobody declared: ${id}`),
    ...coming.filter(isNoted).map(({ id }) => `row that is there, not coming: ${id}`),
    ...made.filter((row) => !isNoted(row)).map(({ id }) => `row without a test: ${id}`),
  ];
}

/** @param {string} test */
const textOf = (test) => (existsSync(join(root, test)) ? read(test) : "");
/** @returns {Sources} */
const real = () => ({ readme: read("README.md"), page: read("docs/reliability.md"), rows: promises, textOf });

/**
 * Faults, and how each is planted.
 * @type {[fault: string, plant: (it: Sources) => Sources][]}
 */
const PLANTED = [
  [
    "without a row",
    (it) => ({ ...it, readme: it.readme.replace("- **[is exact]", "- **is quick** a\n- **[is exact]") }),
  ],
  ["dead anchor", (it) => ({ ...it, readme: it.readme.replace("md#undo)", "md#redo)") })],
  [
    "row that README does not promise",
    (it) => ({ ...it, readme: it.readme.replaceAll("#undo)", "#exact)") }),
  ],
  ["row that the page lacks", (it) => ({ ...it, page: it.page.replace('<a id="undo">', '<a name="undo">') })],
  ["row of the page that nobody declared", (it) => ({ ...it, rows: it.rows.slice(1) })],
  [
    "row that is there, not coming",
    (it) => ({ ...it, rows: it.rows.map((row) => (row.id === "undo" ? { ...row, isComing: true } : row)) }),
  ],
  [
    "row without a test",
    (it) => ({ ...it, textOf: (test) => it.textOf(test).replace('recordFigure("undo"', "") }),
  ],
];

describe("the promises of README", () => {
  it("each link to a row, and each row has a test that notes its figure", () => {
    expect(faultsBetween(real())).toEqual([]);
    expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length);
  });

  it.each(PLANTED)("this check catches a planted %s", (fault, plant) => {
    expect(faultsBetween(plant(real())).join("\n")).toContain(`${fault}: `);
  });

  it("no test notes a figure that has no row", () => {
    const files = ["app", "bench", "e2e", "lib", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(ts|mjs)$/.test(name) && !name.startsWith("reliability/"))
        .map((name) => join(folder, name)),
    );
    const ids = files.flatMap((file) => noted(read(file)));
    const there = promises.filter(({ isComing }) => !isComing);
    expect(ids.toSorted()).toEqual(there.map(({ id }) => id).toSorted());
  });
});

describe("the run of a test", () => {
  it.each([
    ["e2e/operations/kills.spec.ts", ["scripts/test.mjs", "operations", "kills"]],
    ["e2e/recovery.spec.ts", ["scripts/test.mjs", "e2e", "recovery"]],
    ["lib/imports/predicted.test.ts", expect.arrayContaining(["run", "lib/imports/predicted.test.ts"])],
    ["e2e/attacks/http.spec.ts", ["scripts/test.mjs", "attacks", "http"]],
    ["bench/archive.ts", expect.arrayContaining(["bench/main.ts", "archive", "--contacts"])],
  ])("is that of its tool: %s", (test, args) => {
    expect(runOf(test, false)).toEqual({ args, env: { KITH_FULL: "" } });
    expect(runOf(test, true).env).toEqual({ KITH_FULL: "1" });
  });
});
