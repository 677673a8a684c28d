import type { z } from "zod";
import { type FieldProblem, validationError } from "./errors";

/** The name of a type in messages. */
const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const UNITS: Record<string, string> = { string: " characters", array: " elements" };

/**
 * The message for a client if a schema has none of its own. Reads as the end of a sentence whose beginning is the
 * field: "first_name: is required".
 */
function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return "is required";
  switch (issue.code) {
    case "invalid_type": {
      const expected = `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`;
      return issue.input === null ? `${expected}, not null` : expected;
    }
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of: ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound("at least", issue.origin, issue.minimum);
    case "too_big":
      return bound("at most", issue.origin, issue.maximum);
    default:
      return "is not valid";
  }
}

function bound(which: string, origin: string, value: number | bigint): string {
  const unit = UNITS[origin];
  return unit ? `must have ${which} ${value}${unit}` : `must be ${which} ${value}`;
}

/** A client's value parsed by a schema. Throws the 400 that names every bad field. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return result.data;
  throw validationError(problemsOf(result.error));
}

/** The same if other values are checked too: undefined for a bad one, whose problems are added to the list. */
export function checkInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  problems: FieldProblem[],
): z.output<T> | undefined {
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return result.data;
  problems.push(...problemsOf(result.error));
  return undefined;
}

function problemsOf({ issues }: z.ZodError): FieldProblem[] {
  return issues.map((issue) => ({
    path: issue.path.map((part) => (typeof part === "symbol" ? String(part) : part)),
    code: issue.code,
    message: issue.message,
    ...limitOf(issue),
  }));
}

function limitOf(issue: z.core.$ZodIssue): Pick<FieldProblem, "limit"> {
  if (issue.code === "too_big") return { limit: Number(issue.maximum) };
  if (issue.code === "too_small") return { limit: Number(issue.minimum) };
  return {};
}
