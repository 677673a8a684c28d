import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { apiBearerOf, bearerOf } from "@/lib/authorization";

/** What is read or computed in one file only: a second one would sooner or later have rules of its own. */
const PLACES: Record<string, RegExp> = {
  "lib/authorization.ts": /\/\^bearer/i,
  "lib/identity/embedded/cookies.ts": /get\("cookie"\)/,
  "lib/uuid.ts": /\[(?:0-9|\\d)a-f\]\{8\}/,
  "lib/time.ts": /\b24 \* 60 \* (?:60|MINUTE)|86_?400/,
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

function placesOf(all: typeof files): Record<string, string[]> {
  const found = Object.entries(PLACES).map(([place, copy]) => [
    place,
    all.filter(({ text }) => copy.test(text)).map(({ path }) => path),
  ]);
  return Object.fromEntries(found);
}

it("bearer tokens, cookies, the length of a day and the form of ids are each in one file", () => {
  expect(files.length).toBeGreaterThan(500);
  const alone = Object.fromEntries(Object.keys(PLACES).map((place) => [place, [place]]));
  expect(placesOf(files)).toEqual(alone);
  const copies = files
    .filter(({ path }) => path in PLACES)
    .map(({ path, text }) => ({ path: `app/${path}`, text }));
  expect(Object.values(placesOf([...files, ...copies])).map((paths) => paths.length)).toEqual([2, 2, 2, 2]);
});

it.each([
  ["Bearer a.b-c", "a.b-c", "a.b-c"],
  ["bearer a", "a", null],
  ["BEARER  a", "a", null],
  ["Bearer a b", null, null],
  ["Bearer ", null, null],
  ["Basic a", null, null],
])("reads the token of %j", (authorization, token, forApi) => {
  expect(bearerOf({ headers: new Headers({ authorization }) })).toBe(token);
  expect(apiBearerOf(authorization)).toBe(forApi);
  expect([bearerOf(new Request("https://kith.example")), apiBearerOf(null)]).toEqual([null, null]);
});
