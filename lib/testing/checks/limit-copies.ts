/** Bounds that are not limits of the API: the length of a code that a user types. */
const CODES = ["components/auth/second-factor.tsx", "components/auth/code-form.tsx"];

/** A bound written as a number: of an input, or as a constant. */
const IN_BROWSER = /\bmaxLength(?:=\{|: )[^},\n]*\d|\bMAX_\w+ = [\d(]/;

/** A schema whose message repeats the number of its bound. */
const TWICE = /\.max\(([\d_]+), ["'`][^"'`]*\b\1\b/;

/** Files that write a limit of the API again instead of reading it from lib/field-limits.ts. */
export function limitCopies(files: { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    const isBrowser = /^(?:components|lib\/client)\//.test(path);
    if (isBrowser && !CODES.includes(path) && IN_BROWSER.test(text))
      return [`${path} writes a limit of its own; lib/field-limits.ts has those of the API`];
    if (TWICE.test(text)) return [`${path} repeats the number of a bound in its message`];
    return [];
  });
}
