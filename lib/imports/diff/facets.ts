import { contactColumns, mergeColumns, readValues, type StagedColumns } from "@/lib/imports/rows/encode";
import { comparedColumns, customChanges, LETTERS, NULL } from "./rows";
import { CUSTOM_PREFIX, type DiffKind } from "./schemas";

const TAB = 9;
/** "t" */
const TRUE = 116;

const KINDS: Record<string, DiffKind> = Object.fromEntries(
  Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as DiffKind]),
);

/** The cells of a row: a part of a buffer. */
interface Cells {
  buffer: Buffer;
  at: number;
  end: number;
}

/** Counts how many rows of which kind there are, and which fields they change: kind, or `kind:field`. */
export class FacetCounter {
  readonly #count: (facet: string) => void;
  /** Names of the cells of a new contact; "" for those that only a merge needs. */
  readonly #created: string[];
  readonly #compared: string[];
  /** Those of new contacts are counted for each row and field of a file: the names are made once. */
  readonly #names = new Map<string, string>();

  constructor(columns: StagedColumns, counts: { count(facet: string): void }) {
    this.#count = (facet) => counts.count(facet);
    this.#compared = comparedColumns(columns);
    this.#created = [
      ...mergeColumns(columns).map(() => ""),
      ...contactColumns(columns).filter((name) => name !== "email"),
    ];
  }

  count(letter: string, about: { hasTags: boolean; hasOptOut: boolean }, cells: Cells): void {
    const kind = KINDS[letter] ?? "unchanged";
    this.#count(kind);
    if (about.hasTags) this.#count(`${kind}:tags`);
    if (about.hasOptOut) this.#count(`${kind}:opt_out`);
    if (cells.at === cells.end) return;
    if (kind === "create") this.#countNew(cells);
    else for (const field of this.#fieldsOfChange(cells)) this.#count(`${kind}:${field}`);
  }

  /** Byte by byte: strings of all cells would take as long as all the rest. */
  #countNew({ buffer, at, end }: Cells): void {
    let start = at;
    for (let cell = 0, to = at; to <= end; to++) {
      if (to < end && buffer[to] !== TAB) continue;
      if (to > start) this.#countCell(this.#created[cell] ?? "", { buffer, at: start, end: to });
      cell++;
      start = to + 1;
    }
  }

  #countCell(name: string, { buffer, at, end }: Cells): void {
    if (name === "" || (name === "is_unsubscribed" && buffer[at] !== TRUE)) return;
    if (name === "custom_fields") {
      const fields = JSON.parse(readValues(buffer.toString("utf8", at, end)));
      for (const key of Object.keys(fields)) this.#countCreated(`${CUSTOM_PREFIX}${key}`);
    } else this.#countCreated(name);
  }

  #countCreated(field: string): void {
    const known = this.#names.get(field) ?? `create:${field}`;
    this.#names.set(field, known);
    this.#count(known);
  }

  #fieldsOfChange({ buffer, at, end }: Cells): string[] {
    const pairs = buffer.toString("utf8", at, end).split("\t");
    return this.#compared.flatMap((name, index) => {
      const [old = NULL, now = NULL] = [pairs[2 * index], pairs[2 * index + 1]];
      if (old === NULL && now === NULL) return [];
      if (name !== "custom_fields") return [name];
      const [before = null, after = null] = [old, now].map((cell) =>
        cell === NULL ? null : readValues(cell),
      );
      return customChanges(before, after).map(({ field }) => field);
    });
  }
}
