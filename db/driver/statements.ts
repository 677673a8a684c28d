import { asQueryPrototype, type DriverQuery } from "./internals";

/**
 * Told of a statement when it is sent, by its text without any value. What it returns is told when the statement is over, with
 * the error if it failed.
 */
export type StatementWatch = (text: string) => ((error?: unknown) => void) | undefined;

/** Has every query of this process tell `watch`. Until it is called, queries are as the driver makes them. */
export function watchQueries(sample: DriverQuery, watch: StatementWatch): void {
  const prototype = asQueryPrototype(Object.getPrototypeOf(sample));
  if (prototype.watched) return;
  const { handle } = prototype;
  // Not async: what begins here belongs to whoever awaits the query.
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

/** In the order in which they are met, as quotes of one kind may stand within the other. */
const NAME_OR_VALUE =
  /"(?:[^"]|"")*"|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$])\d+(?:\.\d+)?\b/g;
const LONGEST = 1_000;

/** The text of a statement in one line, with `?` for whatever is a value in it: literals between quotes or dollars, numbers. */
export function withoutValues(text: string): string {
  return text
    .replace(NAME_OR_VALUE, (found) => (found.startsWith('"') ? found : "?"))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST);
}
