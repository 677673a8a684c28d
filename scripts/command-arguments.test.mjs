import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { commandArguments } from "./lib/command-arguments.mjs";
import { environment, nodeProgram, root } from "./lib/project.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const argv = process.argv;
afterEach(() => {
  process.argv = argv;
});

/** @param {string[]} args */
function read(...args) {
  process.argv = ["node", "restore.mjs", ...args];
  const options = /** @type {const} */ ({ "with-keys": { type: "boolean" }, person: { type: "string" } });
  return commandArguments("npm run restore -- FILE", options, { words: 1 });
}

it("reads what a command takes", () => {
  const { values, positionals } = read("a.kith", "--with-keys", "--person", "ada@example.com");
  expect({ ...values, positionals }).toEqual({
    "with-keys": true,
    person: "ada@example.com",
    positionals: ["a.kith"],
  });
});

it.each([
  [["--workspace", "x"], "--workspace is not an option of this command."],
  [["-x"], "-x is not an option of this command."],
  [["--person"], "--person has no value, or one that it does not take."],
  [["--with-keys=yes"], "--with-keys has no value, or one that it does not take."],
  [["a.kith", "b.kith"], '"b.kith" is more than this command takes.'],
])("says what is wrong with %j, and what the command takes", (args, message) => {
  expect(() => read(...args)).toThrow(
    expect.objectContaining({ message, detail: "Usage: npm run restore -- FILE" }),
  );
});

/** Scripts that take no arguments, or those of a tool; `npm test` names its stages itself. */
const OTHERS =
  /^(?:pre|test$|lint$|api-types$|build:client$|release-document$|bench$|chaos$|mcp-conformance$)/;

/** The commands of package.json that are ours: their names and arguments for Node. */
const commands = Object.entries(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts).flatMap(
  ([name, script]) => {
    const args = /^(?:exec )?node (.*scripts\/[a-z-]+\.mjs.*)$/.exec(script)?.[1]?.split(" ");
    return args && !OTHERS.test(name) ? [{ name, args }] : [];
  },
);

it("knows the commands", () => {
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "start",
      "doctor",
      "db:migrate",
      "db:distribute",
      "rotate-keys",
      "backup",
      "image",
    ]),
  );
});

it.each(commands)(
  "npm run $name explains itself, and does nothing else when it is called wrongly",
  ({ args }) => {
    const cwd = root;
    const env = environment({ PATH: process.env.PATH, DATA_DIR: temporaryFolder() });
    const run = (/** @type {string} */ slip) =>
      spawnSync(nodeProgram(), [...args, slip], { cwd, env, encoding: "utf8", timeout: 20_000 });
    const helped = run("--help");
    expect([helped.status, helped.stdout, helped.stderr]).toEqual([
      0,
      expect.stringMatching(/^Usage: .+\n$/),
      "",
    ]);
    const refused = run("--no-such-option");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("✗ --no-such-option is not an option of this command.\n    Usage: ");
  },
);

it.each([
  [[], "Into which file? npm run backup -- FILE"],
  [["--verify"], "Which file is to be verified? npm run backup -- --verify FILE"],
  [["a.kith", "--verify", "--with-keys"], "--verify only reads an archive: no other option goes with it."],
  [
    ["a.kith", "--verify", "--workspace", "1"],
    "--verify only reads an archive: no other option goes with it.",
  ],
])("npm run backup %j says what is wrong with it", (args, said) => {
  const env = environment({ PATH: process.env.PATH, DATA_DIR: temporaryFolder() });
  const command = ["--import", "./scripts/ts-hooks.mjs", "scripts/backup.mjs", ...args];
  const { status, stdout, stderr } = spawnSync(nodeProgram(), command, { cwd: root, env, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(said);
});
