import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";
import { commandsIn, documentedCommands, namedCommands } from "./testing/documented-commands.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

it("README and CONTRIBUTING name exactly the commands that a test runs", () => {
  expect(namedCommands().toSorted()).toEqual(documentedCommands.map(({ command }) => command).toSorted());
});

it("reads commands in lines of shell, in code spans and in the middle of a line", () => {
  const text =
    "Use `npm run a` or `npm test -- b c`, not `npmrc`.\n```sh\nnpm start   # says\nPORT=1 npm run d\nX=$(npm run -s e -- f)\n```";
  expect(commandsIn(text).toSorted()).toEqual(
    ["npm run -s e -- f", "npm run a", "npm run d", "npm start", "npm test -- b c"].toSorted(),
  );
});

it("every named command is a script of package.json, and is run by the test that is said to", () => {
  const { scripts } = JSON.parse(read("package.json"));
  for (const { command, by } of documentedCommands) {
    const script = command.replace(/^npm (run (-s )?)?/, "").split(" ")[0];
    expect(Object.keys(scripts), command).toContain(script);
    if (by && script !== "test") expect(read(by), by).toContain(`spawn("npm", ["run", "${script}"]`);
    if (by && script === "test") expect(by).toContain(`/${command.split(" ").at(-1)}.spec.ts`);
  }
});

it("every command that needs packages for development has them installed first", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const needy = Object.keys(scripts).filter((name) =>
    /biome|vitest|drizzle-kit|\bbench\//.test(scripts[name]),
  );
  expect(needy.length).toBeGreaterThan(6);
  for (const name of needy) expect(scripts[`pre${name}`], name).toBe("node scripts/development.mjs");
});

it("npm run doctor looks around and says how it is", async () => {
  const options = { cwd: root, env: { ...process.env, NODE_ENV: /** @type {const} */ ("production") } };
  const { stdout } = await promisify(execFile)("npm", ["run", "doctor"], options).catch((error) => error);
  expect(stdout).toMatch(/\d+ fine, \d+ to look at, \d+ broken/);
  expect(stdout).toMatch(/PostgreSQL +\S*17\.\d+/);
});
