import { afterEach, expect, it } from "vitest";
import { commandArguments } from "./lib/command-arguments.mjs";

const argv = process.argv;
afterEach(() => {
  process.argv = argv;
});

/** @param {string[]} args */
function read(...args) {
  process.argv = ["node", "restore.mjs", ...args];
  return commandArguments("npm run restore -- FILE", {
    "with-keys": { type: "boolean" },
    person: { type: "string" },
  });
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
])("says what is wrong with %j, and what the command takes", (args, message) => {
  expect(() => read(...args)).toThrow(
    expect.objectContaining({ message, detail: "Usage: npm run restore -- FILE" }),
  );
});
