import { PAGES } from "@/lib/client/pages";
import services from "@/lib/services.json";

/** A list with one source, and the files that use it. */
interface Fact {
  /** What an import of the list looks like. */
  list: RegExp;
  /** Files that need every item, and must import the list. */
  readers: string[];
  /** Files that have something of their own for each item; a test compares each of them with the list. */
  holders: string[];
  items: string[];
  /** A file with this many of the items has a copy of the list. */
  most: number;
}

export const FACTS: Record<string, Fact> = {
  services: {
    list: /services(?:\.json|\.mjs|-diagnosis\.mjs)"|\bpartsOf\b/,
    readers: [
      "lib/env.ts",
      "lib/client/config.tsx",
      "components/shell/footer.tsx",
      "scripts/lib/services.mjs",
      "scripts/lib/services-diagnosis.mjs",
      "scripts/lib/diagnosis.mjs",
      "scripts/lib/supervisor.mjs",
      "scripts/lib/product.mjs",
      "scripts/services.test.mjs",
    ],
    holders: ["lib/env.ts", "lib/testing/doubles/hosted-services.mjs"],
    items: Object.values(services).map(({ hostedBy }) => hostedBy),
    most: 3,
  },
  pages: {
    list: /client\/pages"/,
    readers: [
      "middleware.ts",
      "middleware.test.ts",
      "components/shell/nav.tsx",
      "components/shell/palette.tsx",
      "components/shell/keyboard.tsx",
      "lib/identity/embedded/redirects.ts",
      "e2e/accessibility.spec.ts",
      "e2e/shifts.spec.ts",
    ],
    holders: ["lib/client/pages.ts", "e2e/accessibility.spec.ts", "e2e/shifts.spec.ts"],
    items: PAGES.map(({ path }) => `"${path}"`),
    most: 4,
  },
};

/** Readers that do not import the list, and other files that write it out again. */
export function factFaults(files: { path: string; text: string }[], facts = FACTS): string[] {
  return Object.entries(facts).flatMap(([name, { list, readers, holders, items, most }]) => {
    const text = new Map(files.map((file) => [file.path, file.text]));
    const deaf = readers.filter((path) => !list.test(text.get(path) ?? ""));
    const copies = files.filter(
      (file) =>
        !holders.includes(file.path) && items.filter((item) => file.text.includes(item)).length > most,
    );
    return [
      ...deaf.map((path) => `${path} does not read the list of ${name}`),
      ...copies.map(({ path }) => `${path} writes the list of ${name} out again`),
    ];
  });
}
