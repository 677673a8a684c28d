import type { Missing } from "@/lib/csv/no-value";
import { isErrorFile } from "@/lib/imports/mapping/error-columns";
import { isOwnExport } from "@/lib/imports/mapping/own-export";
import { shapeOf } from "@/lib/imports/mapping/shapes";
import { findMeaning, NAME_MEANINGS } from "@/lib/imports/mapping/synonyms";

/** No name and no note is written like this. */
const SIGNS = /^(?:[<([](?:null|na|nan|undefined)[>)\]]|#n\/a|#nv)$/i;
/** What spreadsheets show instead of a result, in the languages of most of them. */
const ERRORS =
  /^#[¡¿]?(?:REF|VALUE|NAME|DIV\/0|NUM|NULL|SPILL|CALC|BEZUG|WERT|ZAHL|VALEUR|NOM|NOMBRE|NUL|VALOR|NULO|NÚM|RIF|VALORE|NOME|VERW|WAARDE|NAAM|GETAL|DEEL\/0|ADR|ARG|NAZWA|LICZBA|DZIEL\/0)[!?]$/;
/** How programs write a missing value. A name may look the same: in capitals, or all in small letters. */
const PROGRAMS = new Set(["NULL", "null", "nan", "NaN", "NaT", "undefined"]);
/** People write these as an answer, too. */
const PEOPLE = new Set(["None", "NA", "N/A", "n/a", "nil"]);

const TOLD = new Set(["email", "phone", "company"]);

type Kind = "sign" | "program" | "people";

/** Whether a cell may stand for a missing value. */
export const mayBeMissing = (cell: string): boolean => kindOf(cell) !== null;

function kindOf(cell: string): Kind | null {
  if (cell.length < 2 || cell.length > 11) return null;
  if (PROGRAMS.has(cell)) return "program";
  if (PEOPLE.has(cell)) return "people";
  return SIGNS.test(cell) || ERRORS.test(cell) ? "sign" : null;
}

/** Looks in the rows of a file for words that may stand for a missing value, and for what makes them certain to. */
export class MissingWords {
  #headers: readonly string[];
  #columns: Set<string>[];
  #isName: boolean[];
  /**
   * Words found in several non-name columns of one row, or in all name columns of one: nobody is called "NULL NULL".
   */
  #repeated = new Set<string>();
  #repeatedNames = new Set<string>();

  constructor(headers: readonly string[]) {
    this.#headers = headers;
    this.#columns = headers.map(() => new Set());
    this.#isName = headers.map((header) => NAME_MEANINGS.has(findMeaning(header)?.meaning ?? ""));
  }

  add(rows: readonly string[][]): void {
    for (const row of rows) this.#addRow(row);
  }

  #addRow(row: readonly string[]): void {
    const seen = new Set<string>();
    const names: string[] = [];
    for (const [column, words] of this.#columns.entries()) {
      const cell = (row[column] ?? "").trim();
      if (this.#isName[column] && cell !== "") names.push(cell);
      if (kindOf(cell) === null) continue;
      words.add(cell);
      if (this.#isName[column]) continue;
      if (seen.has(cell)) this.#repeated.add(cell);
      seen.add(cell);
    }
    const [name = ""] = names;
    if (names.length > 1 && kindOf(name) !== null && names.every((one) => one === name))
      this.#repeatedNames.add(name);
  }

  /** `rows`: cells that show what a column holds. Undefined without any such word, and for files that Kith wrote. */
  summary(rows: readonly string[][]): Missing | undefined {
    if (isOwnFile(this.#headers) || this.#columns.every((words) => words.size === 0)) return undefined;
    const isTyped = this.#columns.map(
      (words, column) => words.size > 0 && !this.#isName[column] && isOfValues(rows, column),
    );
    const typed = new Set(this.#columns.flatMap((words, column) => (isTyped[column] ? [...words] : [])));
    const isMissing = (word: string, column: number) => {
      const kind = kindOf(word);
      if (kind === "sign" || isTyped[column]) return true;
      if (kind === "program")
        return typed.has(word) || this.#repeated.has(word) || this.#repeatedNames.has(word);
      return typed.has(word) && TOLD.has(findMeaning(this.#headers[column] ?? "")?.meaning ?? "");
    };
    const empty: Missing["empty"] = [];
    const kept = new Set<string>();
    for (const [column, found] of this.#columns.entries()) {
      const words = [...found].filter((word) => isMissing(word, column));
      if (words.length > 0) empty.push({ column, words });
      for (const word of found) if (!words.includes(word) && !PEOPLE.has(word)) kept.add(word);
    }
    const words = [...this.#repeatedNames].filter((word) => PEOPLE.has(word));
    const columns = [...this.#isName.keys()].filter((column) => this.#isName[column]);
    if (empty.length + kept.size + words.length === 0) return undefined;
    return { empty, kept: [...kept], ...(words.length > 0 && { nameless: { columns, words } }) };
  }
}

/** Whether nothing but addresses, numbers, days and the like are in a column: no word belongs there. */
function isOfValues(rows: readonly string[][], column: number): boolean {
  const shapes = rows
    .map((row) => (row[column] ?? "").trim())
    .filter((cell) => kindOf(cell) === null)
    .map(shapeOf)
    .filter((shape) => shape !== "empty");
  return shapes.length > 0 && !shapes.includes("text");
}

const isOwnFile = (headers: readonly string[]) => isErrorFile(headers) || isOwnExport(headers);
