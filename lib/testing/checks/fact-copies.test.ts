import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env, resetEnv } from "@/lib/env";
import services from "@/lib/services.json";
import { FACTS, factFaults } from "./fact-copies";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = [
  ...["middleware.ts", "middleware.test.ts", "instrumentation.ts"],
  ...["app", "components", "e2e", "lib", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ),
]
  .filter((path) => /\.(?:ts|tsx|mjs|cjs)$/.test(path) && !path.startsWith("lib/testing/checks/fact-copies"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("services and pages", () => {
  it("stand in one list each, which everybody who needs all of them reads", () => {
    expect(files.length).toBeGreaterThan(700);
    expect(factFaults(files)).toEqual([]);
  });

  it("this check catches a reader that no longer reads the list, and a copy of it", () => {
    const without = (path: string, name: RegExp) =>
      files.map((file) => (file.path === path ? { path, text: file.text.replace(name, "") } : file));
    for (const [name, { readers, list }] of Object.entries(FACTS)) {
      for (const path of readers) {
        const found = factFaults(without(path, new RegExp(list, "g")));
        expect(found).toEqual([`${path} does not read the list of ${name}`]);
      }
    }
    const copies = Object.entries(FACTS).map(([name, { items }]) => ({
      path: `lib/${name}.ts`,
      text: items.join(),
    }));
    expect(factFaults([...files, ...copies])).toEqual([
      "lib/services.ts writes the list of services out again",
      "lib/pages.ts writes the list of pages out again",
    ]);
  });
});

describe("the environment", () => {
  afterEach(resetEnv);

  it.each(Object.entries(services))(
    "switches %s over by its variable, and knows what it needs",
    (name, service) => {
      for (const { hostedBy } of Object.values(services)) vi.stubEnv(hostedBy, "");
      vi.stubEnv("EMBEDDED_DATABASE", "1");
      resetEnv();
      expect(Object.values(env().embedded)).not.toContain(false);
      vi.stubEnv(service.hostedBy, service.hostedBy.endsWith("URL") ? "https://example.com" : "value");
      if (name === "database") vi.stubEnv("EMBEDDED_DATABASE", "");
      resetEnv();
      expect(Object.entries(env().embedded).filter(([, isEmbedded]) => !isEmbedded)).toEqual([[name, false]]);
      const declared = files.find(({ path }) => path === "lib/env.ts")?.text;
      for (const need of service.needs) expect(declared).toContain(`  ${need}: `);
    },
  );

  it("has a double of each service with all that it needs", () => {
    const double = files.find(({ path }) => path === "lib/testing/doubles/hosted-services.mjs")?.text ?? "";
    const wanted = Object.values(services).flatMap(({ hostedBy, needs }) => [hostedBy, ...needs]);
    expect(
      wanted.filter((name) => !double.includes(name) && !/^(?:SUPABASE_.*_KEY|WEBHOOK_SECRET)$/.test(name)),
    ).toEqual([]);
  });
});
