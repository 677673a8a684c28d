import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";
import { hostsOf, SERVICES } from "./lib/services.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/**
 * The variables in an example file, and those of them without a comment.
 * @param {string} example
 */
function listed(example) {
  const lines = example.split("\n");
  const entries = lines.flatMap((line, at) => {
    const name = /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1];
    return name ? [{ name, isExplained: /^# \S/.test(lines[at - 1] ?? "") }] : [];
  });
  return { names: entries.map(({ name }) => name), bare: entries.filter(({ isExplained }) => !isExplained) };
}

/** Read by the supervisor and the commands next to it. */
const supervisorOnly = ["HOST", "BACKUP_KEEP", "BACKUP_PASSPHRASE", "DATABASE_OWNER_URL"];

it("explains in .env.example every variable the app reads, and no other", () => {
  const source = read("lib/env.ts");
  const schema = source.slice(source.indexOf("z.object({"), source.indexOf("\n});"));
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]);
  const { names, bare } = listed(read(".env.example"));
  expect(names.toSorted()).toEqual([...known, ...supervisorOnly].toSorted());
  expect(bare).toEqual([]);
});

it("says which variables of other parts a hosted service needs, without which nothing starts", () => {
  const text = read(".env.example");
  const commentOf = (/** @type {string} */ name) => {
    const above = text.slice(0, text.indexOf(`\n#${name}=`)).split("\n");
    return above.slice(above.findLastIndex((line) => !line.startsWith("# ")) + 1).join("\n");
  };
  const untold = SERVICES.flatMap(hostsOf).flatMap(({ hostedBy, needs }) =>
    needs
      .filter((need) => need.split("_")[0] !== hostedBy.split("_")[0] && !commentOf(hostedBy).includes(need))
      .map((need) => `${hostedBy} needs ${need}`),
  );
  expect(untold).toEqual([]);
});

it("notices a variable that nothing explains", () => {
  expect(listed("# About A.\n#A1=\n\n#B1=2\n")).toEqual({
    names: ["A1", "B1"],
    bare: [{ name: "B1", isExplained: false }],
  });
});
