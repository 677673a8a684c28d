import { pg } from "./client";

/** A select of one row at most, its parameters from $1 on. Asked often, so it gets a name and is parsed once per connection. */
export interface Question {
  text: string;
  parameters: readonly (string | null)[];
}

/** The row, as JSON says it; null when there is none. */
export type Answer = Record<string, unknown> | null;

/** Asks by itself. Whoever has a statement to run anyway asks beside it: `lib/adapters/limiter/local.ts`. */
export async function ask({ text, parameters }: Question): Promise<Answer> {
  const [row] = await pg().unsafe<{ found: Answer }[]>(
    `select to_jsonb(found) as found from (${text}) found`,
    [...parameters],
    { prepare: true },
  );
  return row?.found ?? null;
}

/** The text of a question whose parameters come after so many others. */
export function textAfter({ text }: Question, others: number): string {
  return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + others}`);
}
