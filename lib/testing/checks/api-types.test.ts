import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { API_TYPES, apiTypes } from "./api-types";
import { document } from "./operations";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const generated = apiTypes(document);

it("the client's types are those of the document: if not, `npm run api-types`", () => {
  expect(readFileSync(join(root, API_TYPES), "utf8")).toBe(generated);
});

/** The member names of every object type that the file writes out. */
function literals(text: string): string[][] {
  const types = text.matchAll(/(?:\binterface \w+[^{;]*|\btype \w+[^={;]*= ?|[<:|&] ?)\{([^{}]*)\}/g);
  return [...types].map(([, members = ""]) =>
    [...members.matchAll(/(?:^|[;\n])\s*(?:readonly )?(\w+)\??:/g)].map(([, name = ""]) => name),
  );
}

/** The object types of answers: those they write out themselves and every type they name. */
function answerShapes(types: string): string[][] {
  const named = new Map(
    [...types.matchAll(/^export type (\w+) = (.*)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
  const found = [...types.matchAll(/ answer: (.*)$/gm)].map(([, type = ""]) => type);
  for (const type of found)
    for (const [name] of type.matchAll(/\b[A-Z]\w+/g)) {
      const next = named.get(name);
      if (next && !found.includes(next)) found.push(next);
    }
  return found.flatMap((type) => literals(`type Answer = ${type}`));
}

const shapes = answerShapes(generated);

/** Object types of a file that only repeat the type of an answer of the API, or of a part of it. */
function handTyped(text: string): string[][] {
  return literals(text).filter(
    (names) => names.length > 1 && shapes.some((shape) => names.every((name) => shape.includes(name))),
  );
}

const sources = readdirSync(join(root, "lib/client"), { recursive: true, encoding: "utf8" })
  .map((name) => `lib/client/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && path !== API_TYPES);

it("no answer is typed by hand in lib/client", () => {
  const found = sources.map((path) => [path, handTyped(readFileSync(join(root, path), "utf8"))]);
  expect(found.filter(([, types = []]) => types.length > 0)).toEqual([]);
});

it.each([
  [
    "an interface",
    "export interface ListedTag extends Tag {\n  name: string;\n  /** So many. */\n  contact_count: number;\n}",
  ],
  ["a type", "type Page = { nextCursor: string | null; data: Contact[] };"],
  ["an argument", 'callApi<{ messageId: string; success: boolean }>("/contacts")'],
])("the check catches an answer that is typed as %s", (_, text) => {
  expect(handTyped(text)).toHaveLength(1);
});
