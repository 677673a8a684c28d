import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { MAX_WORDS } from "@/lib/contacts/search-words";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { limitCopies } from "./limit-copies";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^lib\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("limit copies", () => {
  it("are none: the browser reads the limits of the API, and a message the bound of its schema", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(limitCopies(files)).toEqual([]);
  });

  it.each([
    ["components/planted.tsx", "<Input maxLength={50} />"],
    ["components/planted.tsx", "<Input maxLength={isLong ? 4_000 : rest} />"],
    ["lib/client/planted.ts", "export const MAX_BYTES = 200 * 1024 * 1024;"],
    ["lib/planted/schemas.ts", 'z.string().max(60, "must have at most 60 characters")'],
  ])("this check catches one planted in %s: %s", (path, text) => {
    expect(limitCopies([{ path, text }])).toEqual([expect.stringContaining(path)]);
  });

  it("of the words of a search is the same number in both places", () => {
    expect(FIELD_LIMITS.searchWords).toBe(MAX_WORDS);
  });
});
