import { expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "./errors";
import { parseInput } from "./problems";

const schema = z.object({
  name: z.string(),
  tags: z.array(z.string().min(2)).max(1).optional(),
  age: z.number().int().min(1).max(9).optional(),
  on: z.boolean().optional(),
  kind: z.enum(["a", "b"]).optional(),
  type: z.literal("x").optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  day: z.iso.date().optional(),
  spoken: z.string().min(3, "must have words of its own").optional(),
});

function problems(value: unknown) {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("it was accepted");
}

it.each([
  [{}, "name: is required"],
  [{ name: null }, "name: must be a string, not null"],
  [{ name: 1 }, "name: must be a string"],
  [{ name: "n", tags: "x" }, "tags: must be an array"],
  [{ name: "n", tags: ["x"] }, "tags.0: must have at least 2 characters"],
  [{ name: "n", tags: ["xx", "yy"] }, "tags: must have at most 1 elements"],
  [{ name: "n", age: "1" }, "age: must be a number"],
  [{ name: "n", age: 1.5 }, "age: must be a whole number"],
  [{ name: "n", age: 0 }, "age: must be at least 1"],
  [{ name: "n", age: 10 }, "age: must be at most 9"],
  [{ name: "n", on: "yes" }, "on: must be true or false"],
  [{ name: "n", kind: "c" }, "kind: must be one of: a, b"],
  [{ name: "n", type: "y" }, "type: must be x"],
  [{ name: "n", extra: [] }, "extra: must be an object"],
  [{ name: "n", day: "tomorrow" }, "day: is not valid"],
  [{ name: "n", spoken: "x" }, "spoken: must have words of its own"],
  [null, "must be an object, not null"],
  ["text", "must be an object"],
])("says of %j: %s", (value, message) => {
  expect(problems(value).message).toBe(message);
});

it("names every bad field at once, as path, code and message", () => {
  expect(problems({ tags: [1] }).details).toEqual([
    { path: ["name"], code: "invalid_type", message: "is required" },
    { path: ["tags", 0], code: "invalid_type", message: "must be a string" },
  ]);
});

it("gives the bound that a value went beyond", () => {
  expect(problems({ name: "n", age: 10, tags: ["x"] }).details).toEqual([
    expect.objectContaining({ path: ["tags", 0], code: "too_small", limit: 2 }),
    expect.objectContaining({ path: ["age"], code: "too_big", limit: 9 }),
  ]);
});

it("gives back what it parsed", () => {
  expect(parseInput(schema, { name: "n", unknown: 1 })).toEqual({ name: "n" });
});
