import { asQueryPrototype, type DriverQuery } from "./internals";

/**
 * Called with the text of a statement, without values, when it is sent. The function it returns is called when the
 * statement has ended, with the error if it failed.
 */
export type StatementWatch = (text: string) => ((error?: unknown) => void) | undefined;

/** Makes every query of this process call `watch`. Until then, queries are as the driver makes them. */
export function watchQueries(sample: DriverQuery, watch: StatementWatch): void {
  const prototype = asQueryPrototype(Object.getPrototypeOf(sample));
  if (prototype.watched) return;
  const { handle } = prototype;
  // Not async: the promise belongs to whoever awaits the query.
  function watched(this: DriverQuery): Promise<void> {
    if (!this.executed) tell(this, watch);
    return handle.call(this);
  }
  Object.assign(prototype, { handle: watched, watched: true });
}

function tell(query: DriverQuery, watch: StatementWatch): void {
  const end = watch(withoutValues(query.strings.join("?")));
  if (!end) return;
  const { resolve, reject } = query;
  query.resolve = (value) => {
    end();
    resolve(value);
  };
  query.reject = (error) => {
    end(error);
    reject(error);
  };
}

/** In the order in which they occur, because quotes of one kind may contain the other. */
const NAME_OR_VALUE =
  /"(?:[^"]|"")*"|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$])\d+(?:\.\d+)?\b/g;
const LONGEST = 1_000;

/** The text of a statement in one line, with `?` for every value in it: literals in quotes or dollar quotes, numbers. */
export function withoutValues(text: string): string {
  return text
    .replace(NAME_OR_VALUE, (found) => (found.startsWith('"') ? found : "?"))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST);
}
