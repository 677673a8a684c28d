import { writeFileSync } from "node:fs";
import { CULTURES } from "./names";
import { SAME } from "./one";
import type { Person } from "./people";
import { TWO } from "./two";

/**
 * Generates the labelled pairs: `node --import ./scripts/ts-hooks.mjs lib/testing/labelled/make.ts`. Whether a pair
 * is two people or one is known, because it is made that way; the finder is not involved. Every second pair goes to
 * the half that nobody looks at while rules are changed.
 */

const PER_KIND = 7;
const COLUMNS = [
  "label",
  "language",
  "kind",
  ...["a", "b"].flatMap((side) =>
    ["email", "first_name", "last_name", "company", "phone"].map((name) => `${name}_${side}`),
  ),
];
const cells = ({ email, first_name, last_name, company, phone }: Person) => [
  email,
  first_name,
  last_name,
  company,
  phone,
];
const halves: string[][] = [[], []];
let n = 0;
for (const [label, kinds] of [
  ["same", SAME],
  ["two", TWO],
] as const)
  for (const [kind, make] of Object.entries(kinds))
    for (const [language, culture] of Object.entries(CULTURES))
      for (let round = 0; round < PER_KIND; round++) {
        const pair = make(culture);
        if (!pair || pair[0].email === pair[1].email) continue;
        const row = [label, language, kind, ...pair.flatMap(cells)].join("\t");
        halves[n++ % 2]?.push(row);
      }
for (const [at, name] of ["tuning", "held-out"].entries())
  writeFileSync(
    new URL(`./${name}.tsv`, import.meta.url),
    `${[COLUMNS.join("\t"), ...(halves[at] ?? [])].join("\n")}\n`,
  );
console.info(`${n} pairs`);
