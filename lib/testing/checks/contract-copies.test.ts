import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { contractCopies, shapesOf, typedShapes } from "./contract-copies";
import { document, endpoints } from "./operations";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const bodies = endpoints.flatMap(({ id, described: { requestBody, responses } }) =>
  [requestBody, ...Object.values(responses)].flatMap((one) =>
    Object.values(one?.content ?? {}).flatMap(({ schema }) => shapesOf(id, schema)),
  ),
);
const named = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
  shapesOf(name, schema),
);
const shapes = [...named, ...bodies];

it("the dashboard types no body and no answer by hand: they come from lib/client/api-types.ts", () => {
  expect(shapes.length).toBeGreaterThan(40);
  const files = ["app", "components", "lib/client"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|api-types\.ts$|^app\/api\//.test(path)),
  );
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  expect(files.flatMap((path) => typedShapes(read(path))).length).toBeGreaterThan(60);
  expect(files.flatMap((path) => contractCopies(path, read(path), shapes))).toEqual([]);
});

it("this check catches a copy of an answer, one of a body, and one with a field more", () => {
  const planted = `
    interface Mine { id: string; workspace_id: string; name: string; color: string | null; emoji: string | null; created_at: string }
    type Sent = {
      name: string;
      color?: string;
      emoji?: string;
    };
    const use = (counts: { total_contacts: number; a: string; b: string }) => counts;
    interface Grown { id: string; workspace_id: string; name: string; color: string; emoji: string; created_at: string; mine: 1 }
    const value = { name: "a", color: "b", emoji: "c" };
    interface Commas { id: string, workspace_id: string, name: string, color: string | null, emoji: string | null, created_at: string }
    interface Base { id: string; workspace_id: string; name: string }
    interface More extends Base { color: (a: 1) => void; emoji: string | null; created_at: string }
    const schema = z.object({ name: z.string(), color: z.string(), emoji: z.string() });`;
  const found = contractCopies("components/tags/tag.tsx", planted, shapes);
  expect(found.map((one) => one.replace(/ is .*/, ""))).toEqual([
    "components/tags/tag.tsx:2: Mine",
    "components/tags/tag.tsx:3: Sent",
    "components/tags/tag.tsx:9: Grown",
    "components/tags/tag.tsx:11: Commas",
    "components/tags/tag.tsx:13: More",
    "components/tags/tag.tsx:14: a type",
  ]);
});
