import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";

/** Requirements of ASVS 5.0.0 that apply here, and those that a review of the whole product found met. */
const APPLICABLE = 187;
const MET_BEFORE = 123;

/** @param {string} path */
const page = (path) => readFileSync(join(root, path), "utf8");
/** @param {string} text */
const rowsOf = (text) => [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\w+) \| (.+) \|$/gm)];

/**
 * Files in code spans and targets of links that a page names and the repository lacks.
 * @param {string} path
 * @param {string} text
 */
function missingFrom(path, text) {
  const spans = [...text.matchAll(/`([\w.@()[\]-]+(?:\/[\w.@()[\]-]+)+\.\w+)`/g)].map(
    ([, file = ""]) => file,
  );
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, file = ""]) =>
    join(dirname(path), file),
  );
  const own = [...spans, ...links].filter((file) => !file.startsWith("DATA_DIR/"));
  return { named: own.length, missing: own.filter((file) => !existsSync(join(root, file))) };
}

it.each(["docs/security.md", "SECURITY.md"])("%s names only files that are there", (path) => {
  const { named, missing } = missingFrom(path, page(path));
  expect(named).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

it("notices a file that is gone, in a span and in a link", () => {
  const { missing } = missingFrom("docs/x.md", "`lib/gone.ts`, [a](gone.md), `lib/env.ts`, [b](limits.md)");
  expect(missing).toEqual(["lib/gone.ts", "docs/gone.md"]);
});

it("every requirement stands there once, with evidence or a reason, and the sum is right", () => {
  const text = page("docs/security.md");
  const rows = rowsOf(text);
  const ids = rows.map(([, id]) => id);
  expect(ids).toHaveLength(APPLICABLE - MET_BEFORE);
  expect(new Set(ids).size).toBe(ids.length);
  const inState = (/** @type {string} */ state) => rows.filter((row) => row[2] === state);
  const [met, unmet] = [inState("met"), inState("unmet")];
  expect(met.length + unmet.length).toBe(rows.length);
  for (const [row, id, , evidence] of met)
    expect(evidence, `${id}: ${row}`).toMatch(/`[^`]+\/[^`]+`|above, "|\]\(/);
  const sum = MET_BEFORE + met.length;
  const share = Math.floor((sum / APPLICABLE) * 100);
  expect(text).toContain(
    `${met.length} of the ${rows.length} are met now and ${unmet.length} are not. With the ${MET_BEFORE} met before, that is ${sum} of ${APPLICABLE} (${share}%).`,
  );
});

it("the parts of the page that the table refers to are there", () => {
  const text = page("docs/security.md");
  const titles = [...text.matchAll(/^## (.+)$|^- \*\*(.+?)\*\*/gm)].map(
    ([, title, part = ""]) => title ?? part,
  );
  for (const [, name = ""] of text.matchAll(/above, "([^"]+)"/g)) {
    expect(
      titles.some((title) => title.startsWith(name)),
      name,
    ).toBe(true);
  }
});
