import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/project.mjs";

/**
 * @typedef {object} DocumentedCommand
 * @property {string} command as README.md or CONTRIBUTING.md has it
 * @property {string} [by] the test that runs it through npm whenever its stage runs, or that it runs
 * @property {string} [instead] what is run in the clone in its place
 * @property {string[]} [args] what is added in the clone, because a measurement is not what is tested there
 * @property {Record<string, string>} [env] the same in variables
 * @property {RegExp} [says] what it must say
 * @property {number[]} [codes] how it may end, 0 unless said
 * @property {boolean} [leavesAsIs] it must change no file
 */

/** A measurement may miss its bounds on a busy machine; it must still measure and report. */
const MEASURES = [0, 1];

/**
 * The npm commands that README.md and CONTRIBUTING.md name, and how each is tested: by the test that `by` names, or by
 * `e2e/operations/clean-clone.spec.ts`, one after the other in a fresh clone beside its running product (KITH_FULL=1).
 * @type {DocumentedCommand[]}
 */
export const documentedCommands = [
  { command: "npm run release -- 0.2.0 --dry-run", says: /Would tag/, leavesAsIs: true },
  { command: "npm run check", says: /No fixes applied/ },
  { command: "npm run format", leavesAsIs: true },
  { command: "npm run api-types", leavesAsIs: true },
  { command: "npm run build:client", leavesAsIs: true },
  { command: "npm run db:generate", says: /No schema changes/, leavesAsIs: true },
  { command: "npm run corpus", says: /passed/ },
  { command: "npm run histories", env: { KITH_HISTORIES: "250" }, says: /passed/ },
  {
    command: "npm run chaos",
    args: ["--", "--rows", "4000", "--kills", "3", "--crashes", "1", "--zombies", "1"],
  },
  { command: "npm run reliability", args: ["--", "mapping"], says: /Wrote docs.reliability\.md/ },
  { command: "npm run bench import", args: ["--", "--rows", "2000", "--rounds", "1"], says: /rows/ },
  { command: "npm start", says: /is ready at/ },
  { command: "npm run doctor", says: /0 broken/ },
  { command: "npm run -s token -- you@example.com", says: /^ey/ },
  { command: "npm run second-factor -- you@example.com", says: /has no second factor/ },
  { command: "npm run -s inbox", says: /^http:\/\/localhost:\d+\S*inbox/ },
  { command: "npm run db:migrate" },
  { command: "npm run rotate-keys" },
  { command: "npm run backup -- kith.tar.gz", says: /Wrote kith\.tar\.gz: \S+ rows/ },
  { command: "npm run bench product", args: ["--", "--rows", "2000"] },
  {
    command: "npm run bench http",
    args: ["--", "--contacts", "2000", "--rounds", "1", "--seconds", "1", "--connections", "1"],
    says: /list of 20/,
  },
  {
    command: "npm run bench neighbours",
    args: ["--", "--contacts", "2000", "--seconds", "4", "--imports", "4", "--rows", "2000"],
    says: /beside it/,
    codes: MEASURES,
  },
  {
    command: "npm run bench sign-ins",
    args: ["--", "--callers", "4", "--seconds", "2"],
    says: /beside them/,
    codes: MEASURES,
  },
  {
    command: "npm run bench million",
    args: ["--", "--contacts", "1000", "--scroll", "500", "--runs", "1"],
    says: /deleted/,
    codes: MEASURES,
  },
  {
    command: "npm run bench archive",
    args: ["--", "--contacts", "2000"],
    says: /every table reads back equal/,
  },
  {
    command: "npm run bench lighthouse",
    args: ["--", "--runs", "1", "--only", "sign-in"],
    says: /\| sign-in \|/,
    codes: MEASURES,
  },
  {
    command: "npm run bench soak",
    args: ["--", "--minutes", "0.3", "--warm", "0.1", "--rows", "500"],
    says: /MB a minute/,
    codes: MEASURES,
  },
  { command: "npm run bench pictures", args: ["--", "--out", ".cache/pictures"], says: /review-dark\.png/ },
  { command: "npm test -- unit", args: ["docs"], says: /Folders with tests:/, codes: [1] },
  { command: "npm test -- unit lib/http", says: /\d+ passed, 0 failed/ },
  { command: "npm test -- operations", args: ["roles"], says: /\d+ passed, 0 failed/ },
  { command: "npm test -- attacks", args: ["tenancy"], says: /\d+ passed, 0 failed/ },
  { command: "npm test -- distributed", says: /\d+ passed, 0 failed/ },
  { command: "npm run db:distribute", args: ["--", "--check"], says: /set DATABASE_URL/, codes: [1] },
  { command: "npm test -- hosted", args: ["platform"], says: /\d+ passed, 0 failed/ },
  { command: "npm test", args: ["--", "lint", "types"], says: /2 passed, 0 failed/ },
  {
    command: "npm run dev",
    by: "e2e/operations/dev.spec.ts",
    instead: "npm test -- e2e dev",
    says: /\d+ passed, 0 failed/,
  },
  { command: "npm test -- e2e dev", by: "e2e/dev.spec.ts" },
  { command: "npm test -- operations kills", by: "e2e/operations/kills.spec.ts" },
  { command: "npm test -- operations clean-clone", by: "e2e/operations/clean-clone.spec.ts" },
];

/**
 * What a reader would type: code spans and the lines of shell blocks that begin with npm.
 * @param {string} markdown
 */
export function commandsIn(markdown) {
  const blocks = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) => text.split("\n"));
  const spans = [...markdown.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(
    ([, text = ""]) => text,
  );
  const found = [...blocks, ...spans].flatMap((text) => [
    ...text.matchAll(/(?:^|\$\()\s*(?:[A-Z_]+=\S+ )*(npm [^#)|]*[^#)|\s])/g),
  ]);
  return [...new Set(found.map(([, command]) => command))];
}

/** The commands in the documents that are for everybody. */
export function namedCommands() {
  return [...new Set(["README.md", "CONTRIBUTING.md"].flatMap((name) => commandsIn(read(name))))];
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(root, name), "utf8");
}
