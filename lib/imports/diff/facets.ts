import { contactColumns, mergeColumns, readValues, type StagedColumns } from "@/lib/imports/rows/encode";
import { storedJson } from "@/lib/jsonb";
import { comparedColumns, customChanges, LETTERS, NULL, type RowFacts } from "./rows";
import { CUSTOM_PREFIX, type DiffKind } from "./schemas";

const TAB = 9;
/** "t" */
const TRUE = 116;
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

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
  /** Fields of custom keys by the bytes of these. */
  readonly #keys = new Map<string, string>();
  /** For new contacts each row and field of a file is counted: the names are built once. */
  readonly #names = new Map<string, string>();

  constructor(columns: StagedColumns, counts: { count(facet: string): void }) {
    this.#count = (facet) => counts.count(facet);
    this.#compared = comparedColumns(columns);
    this.#created = [
      ...mergeColumns(columns).map(() => ""),
      ...contactColumns(columns).filter((name) => name !== "email"),
    ];
  }

  count(letter: string, about: { hasTags: boolean; optOut: RowFacts["optOut"] }, cells: Cells): void {
    const kind = KINDS[letter] ?? "unchanged";
    this.#count(kind);
    if (about.hasTags) this.#count(`${kind}:tags`);
    if (about.optOut) this.#count(`${kind}:opt_out`);
    if (about.optOut === "stranger") this.#count(`${kind}:is_unsubscribed`);
    if (cells.at === cells.end) return;
    if (kind === "create") this.#countNew(cells);
    else for (const field of this.#fieldsOfChange(cells)) this.#count(`${kind}:${field}`);
  }

  /** Byte by byte: making strings of all cells would take as long as everything else. */
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
    if (name !== "custom_fields") this.#countCreated(name);
    else if (buffer.subarray(at, end).includes(BACKSLASH)) {
      const fields = storedJson<object>(readValues(buffer.toString("utf8", at, end)));
      for (const key of Object.keys(fields)) this.#countCreated(`${CUSTOM_PREFIX}${key}`);
    } else this.#countKeys({ buffer, at, end });
  }

  /** The keys of an object of one level without escapes. Parsing its values took longer than everything else. */
  #countKeys({ buffer, at, end }: Cells): void {
    let depth = 0;
    for (let next = at; next < end; next++) {
      const byte = buffer[next];
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
      else if (byte === QUOTE) {
        const start = next + 1;
        for (next = start; next < end && buffer[next] !== QUOTE; ) next++;
        if (depth === 1 && buffer[next + 1] === COLON) this.#countKey(buffer, start, next);
      }
    }
  }

  #countKey(buffer: Buffer, start: number, end: number): void {
    const bytes = buffer.toString("latin1", start, end);
    const field = this.#keys.get(bytes) ?? `${CUSTOM_PREFIX}${buffer.toString("utf8", start, end)}`;
    this.#keys.set(bytes, field);
    this.#countCreated(field);
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
