/**
 * A cell that a spreadsheet would run as a formula is exported with one `'` before it, and an import removes it again.
 * Cells that already start like this get one more, so nothing is ever lost: unguardFormula(guardFormula(x)) = x. The
 * export builds its cells in SQL from these same expressions, so they use only syntax that PostgreSQL reads alike.
 */

/**
 * Any number of `'`, then what starts a formula; the full-width forms do so in some locales (CWE-1236). Or `NO_VALUE`: a
 * text that is not to be read as a missing value. Or what a spreadsheet marks as text by a `'`: an address, a word with a
 * digit in it (`'0049`, `'cus_9s4`), digits in groups. A quoted text ('so') and "'t Hooft" are none of these.
 */
export const FORMULA_START =
  /^'*(?:[=+\-@\t\r\n＝＋－＠]|\\N$)|^'+[!-&(-?A-~][!-?A-~]*@[!-&(-?A-~]+$|^'+(?=[!-&(-/:-~]*[0-9])[!-&(-~]+$|^'+[0-9(][0-9 ().,:/-]*$/;
/** `+` and digits, spaces and brackets: harmless, and people want to read it. */
export const PLAIN_PHONE = /^\+[0-9 ()]*$/;

/** The cell as it is exported. */
export function guardFormula(cell: string): string {
  return FORMULA_START.test(cell) && !PLAIN_PHONE.test(cell) ? `'${cell}` : cell;
}

/** A formula that is nothing but a text: how files keep a spreadsheet from reading `="00123"` as a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** The text of a cell that is a formula for it, `00123` for `="00123"`; any other cell unchanged. */
export function textOfFormula(cell: string): string {
  if (!cell.startsWith('="')) return cell;
  const text = TEXT_FORMULA.exec(cell)?.[1];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** The cell as it was before guardFormula(); for a formula that is only a text, the text; any other cell unchanged. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : textOfFormula(cell);
}
