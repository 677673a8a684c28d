import { pg } from "./client";

/**
 * A select of at most one row, with its parameters from $1 on. Run often, so it is a named statement and parsed once
 * per connection.
 */
export interface Question {
  text: string;
  parameters: readonly (string | null)[];
}

/** The row, as parsed from JSON; null when there is none. */
export type Answer = Record<string, unknown> | null;

/** Runs it alone. Code that has a statement to run anyway adds it to that: `lib/adapters/limiter/local.ts`. */
export async function ask({ text, parameters }: Question): Promise<Answer> {
  const [row] = await pg().unsafe<{ found: Answer }[]>(
    `select to_jsonb(found) as found from (${text}) found`,
    [...parameters],
    { prepare: true },
  );
  return row?.found ?? null;
}

/** The text of a question whose parameters come after that many others. */
export function textAfter({ text }: Question, others: number): string {
  return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + others}`);
}
