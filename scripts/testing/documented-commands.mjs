import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/project.mjs";

/**
 * The commands of npm that README.md and CONTRIBUTING.md name, and how each is proven. `by` is a test that runs it
 * through npm whenever its stage runs, or the test that it runs. The rest is run by `e2e/operations/clean-clone.spec.ts`, one after the other in a
 * fresh clone (KITH_FULL=1): as `args` says where that differs, because a measurement is not what is tested there.
 * `beside` needs the running product of the clone; `says` is what it must say besides ending with exit code 0.
 */
export const documentedCommands = [
  { command: "npm run check", says: /No fixes applied/ },
  { command: "npm run format", leavesAsIs: true },
  { command: "npm run api-types", leavesAsIs: true },
  { command: "npm run db:generate", says: /No schema changes/, leavesAsIs: true },
  { command: "npm run corpus", says: /passed/ },
  { command: "npm run histories", says: /passed/ },
  {
    command: "npm run chaos",
    args: ["--", "--rows", "4000", "--kills", "3", "--crashes", "1", "--zombies", "1"],
  },
  { command: "npm run bench import", args: ["--", "--rows", "2000", "--rounds", "1"], says: /rows/ },
  { command: "npm start", says: /is ready at/ },
  { command: "npm run doctor", beside: true, says: /0 broken/ },
  { command: "npm run -s token -- you@example.com", beside: true, says: /^ey/ },
  { command: "npm run -s inbox", beside: true, says: /^http:\/\/localhost:\d+\S*inbox/ },
  { command: "npm run db:migrate", beside: true },
  { command: "npm run rotate-keys", beside: true },
  { command: "npm run backup -- kith.tar.gz", beside: true, says: /Wrote kith\.tar\.gz: \S+ rows/ },
  { command: "npm run bench product", args: ["--", "--rows", "2000"] },
  { command: "npm run bench neighbours", args: ["--", "--contacts", "2000", "--seconds", "4"] },
  { command: "npm run bench million", args: ["--", "--contacts", "1000", "--scroll", "500", "--runs", "1"] },
  { command: "npm run bench lighthouse", args: ["--", "--runs", "1", "--only", "sign-in"] },
  { command: "npm test -- unit", args: ["lib/http"], says: /\d+ passed, 0 failed/ },
  { command: "npm test -- operations", args: ["roles"], says: /\d+ passed, 0 failed/ },
  { command: "npm test -- hosted", args: ["platform"], says: /\d+ passed, 0 failed/ },
  { command: "npm test", args: ["--", "lint", "types"], says: /2 passed, 0 failed/ },
  { command: "npm test -- operations kills", by: "e2e/operations/kills.spec.ts" },
  { command: "npm test -- operations clean-clone", by: "e2e/operations/clean-clone.spec.ts" },
  { command: "npm run dev", by: "e2e/dev.spec.ts" },
];

/** What somebody would type after reading: code spans and the lines of shell blocks that begin with npm. */
export function commandsIn(markdown) {
  const blocks = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text]) => text.split("\n"));
  const spans = [...markdown.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(
    ([, text]) => text,
  );
  const found = [...blocks, ...spans].flatMap((text) => [
    ...text.matchAll(/(?:^|\$\()\s*(?:[A-Z_]+=\S+ )*(npm [^#)|]*[^#)|\s])/g),
  ]);
  return [...new Set(found.map(([, command]) => command))];
}

/** The commands of the documents that are for everybody. */
export function namedCommands() {
  return [...new Set(["README.md", "CONTRIBUTING.md"].flatMap((name) => commandsIn(read(name))))];
}

function read(name) {
  return readFileSync(join(root, name), "utf8");
}
