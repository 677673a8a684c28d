import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The members of the interfaces of internals.ts. */
function membersIn(text: string): string[] {
  const bodies = [...text.matchAll(/^(?:export )?interface .*\{\n([\s\S]*?)^\}/gm)].map(
    ([, body = ""]) => body,
  );
  return bodies.flatMap((body) => [...body.matchAll(/^ {2}(\w+)\??[(:]/gm)].map(([, name = ""]) => name));
}

/** The members in the first column of the table of README.md. */
function membersTold(readme: string): string[] {
  const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
  const table = rows.slice(rows.findIndex((line) => line.startsWith("| `socket`")));
  return table.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
}

/** Names that only one of the two has. */
function untold(code: string, readme: string): string[] {
  return [...new Set(membersIn(code)).symmetricDifference(new Set(membersTold(readme)))];
}

/** Casts in a file, except in comments and `as const`. */
function casts(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^import [\s\S]*?;$/gm, "");
  return code.match(/\bas (?!const\b)[A-Z{(][^;,)]*/g) ?? [];
}

it("README.md names every private member of postgres.js that is used, and no other", () => {
  expect(membersIn(read("internals.ts")).length).toBeGreaterThan(12);
  expect(untold(read("internals.ts"), read("README.md"))).toEqual([]);
});

it("no other file of the driver casts its way to more", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const found = files.filter((name) => name !== "internals.ts").flatMap((name) => casts(read(name)));
  expect(files.length).toBeGreaterThan(6);
  expect(found).toEqual([]);
});

it("this check catches a member that is not told, one that is gone, and a cast", () => {
  const planted = read("internals.ts").replace("  cancelled: unknown;\n", "  planted(): void;\n");
  expect(untold(planted, read("README.md")).sort()).toEqual(["cancelled", "planted"]);
  expect(casts("/** as Sql */ const a = query as { executed: boolean };")).toEqual([
    "as { executed: boolean }",
  ]);
  expect(casts("const a = ['x'] as const;")).toEqual([]);
});
