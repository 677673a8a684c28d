import type { TransactionSql } from "postgres";
import type { TextField } from "@/lib/contacts/fields";
import type { RowErrorCode } from "@/lib/imports/faults";
import type { Table } from "@/lib/imports/file/cut-rows";
import type { Dialect } from "@/lib/imports/file/file";
import type { RecordPosition } from "@/lib/imports/file/records";
import type { ImportRow } from "@/lib/imports/queries";
import type { Corrector } from "@/lib/imports/rows/corrector";
import type { StagedColumns, StagedRow } from "@/lib/imports/rows/encode";
import type { RowLines } from "@/lib/imports/rows/lines";
import type { OptOut, RowError } from "@/lib/imports/rows/row";
import type { FieldRules } from "@/lib/imports/rows/rules";

/** Nothing is left out, and every column overwrites. */
export const UNLIMITED = {
  creates: true,
  leftOut: new Set<number>(),
  rules: { fills: [], keeps: [], customFills: [], customKeeps: [], tags: "overwrite" },
} satisfies Pick<MergePlan, "creates" | "leftOut" | "rules">;

/** How one import's rows become contacts. Fixed when the import is confirmed. */
export interface MergePlan {
  workspaceId: string;
  /** What writes: the import, or the change set of an API batch. */
  importId: string;
  /** An API batch: former values are kept as those of any other change set, not in the journal of an import. */
  isChangeSet?: true;
  columns: StagedColumns;
  strategy: "update" | "skip";
  /** Whether an e-mail that is new becomes a contact; otherwise its row is skipped. */
  creates: boolean;
  /** Numbers of rows that are skipped without being read. */
  leftOut: ReadonlySet<number>;
  rules: FieldRules;
  /** Text columns that an empty cell clears; elsewhere it keeps what is stored. */
  clears: TextField[];
  /** Tags that every row's contact gets. */
  tagIds: string[];
}

/** Everything a worker needs, as it was fixed when the import was confirmed. */
export interface LoadedImport {
  row: ImportRow;
  dialect: Dialect;
  table: Table | null;
  /** Number of the first line of its text. */
  startLine: number;
  plan: MergePlan;
  /** Reads its rows, with corrections applied. */
  corrector: Corrector;
  /** The diff that was confirmed: only its changes are made. */
  diff: string | null;
}

/** A row that cannot be imported, as the report shows it. */
export interface RowFailure {
  row: number;
  line: number;
  column: string | null;
  code: RowErrorCode;
  message: string;
  cells: string[];
  /** The opt-out that the row states; it counts whatever the row fails for. */
  optOut?: OptOut | null;
}

/** The opt-outs of failed rows, and of addresses that rows name besides their own contact. */
export function peopleOut({
  failures,
  besides,
}: {
  failures: readonly Pick<RowFailure, "optOut">[];
  besides: readonly string[];
}): OptOut[] {
  const byAddress = (emails: readonly string[]) => emails.map((email) => ({ email, externalId: null }));
  const failed = failures.flatMap(({ optOut }) =>
    optOut ? [optOut, ...byAddress(optOut.others ?? [])] : [],
  );
  return [...failed, ...byAddress(besides)];
}

/** Later rows with the same e-mail: their numbers by the index of the first, and those of them that added nothing. */
export interface Repeats {
  of: Map<number, number[]>;
  all: number;
  idle: Set<number>;
}

/** Rows whose later ones say something else, so that all of them together may change nothing: indices. */
export function contested({ of, idle }: Repeats): number[] {
  return [...of].flatMap(([index, rows]) => (rows.every((row) => idle.has(row)) ? [] : index));
}

/** The person that a row is about. */
export interface Said {
  row: number;
  /** Null: the id alone says who it is about. */
  email: string | null;
  externalId: string | null;
  /** Whether it says that they opted out. */
  isOut: boolean;
}

/** The address under which a row is merged, and the one that its contact gets. */
export type Target = Required<Pick<StagedRow, "email" | "movedTo">>;

/** Which contacts the rows of a batch are about, if not all are about those that have their addresses. */
export interface Targets {
  /** By row number, except those named by their own address; or why a row fails. */
  rows: ReadonlyMap<number, Target | RowError>;
  /** Addresses of existing contacts, and of those of them that are unsubscribed. */
  known: ReadonlySet<string>;
  unsubscribed: readonly string[];
  /** Addresses of contacts that earlier batches were about. */
  met: ReadonlySet<string>;
}

/** Rows that are merged and committed together. */
export interface Batch {
  /** Data rows of the file in this batch. */
  count: number;
  /** One per e-mail: later rows with the same one are merged into the first. */
  lines: RowLines;
  /** The line of each of its data rows in the file. */
  fileLines: number[];
  /** Skipped rows, with their e-mails. */
  leftOut: Map<number, string>;
  /** Indices of the lines in order of e-mail. */
  order: number[];
  repeats: Repeats;
  /** E-mails of these rows that occurred in an earlier batch. */
  metBefore: ReadonlySet<string>;
  /** The person each row is about, in file order, if rows can have ids. */
  said: Said[];
  targets: Targets | null;
  /** Addresses of contacts that get another one: former → new. */
  moves: ReadonlyMap<string, string>;
  /** Tag names in the rows: all of them, unless they are MANY_TAGS. */
  tags: Set<string>;
  /** Ids of tags that were created for it. */
  newTags: readonly string[];
  failures: RowFailure[];
  /** Further addresses in the address cells of rows that opt out. */
  besides: readonly string[];
  /** Rows, by number, whose person an earlier batch opted out by the id alone. */
  late: ReadonlySet<number>;
  /** Checkpoint after the last row. */
  end: RecordPosition;
  /** Checkpoint before the first row; undefined at the start of the file. */
  start: RecordPosition | undefined;
}

/** The addresses that contacts had before the batch gave them these. */
export function formerOf({ moves }: Batch): Map<string, string> {
  return new Map([...moves].map(([email, movedTo]) => [movedTo, email]));
}

/** How a batch is read again. */
export interface Rereading {
  room?: TagRoom;
  targets?: Targets | null;
}

/** Whether the workspace has room for the tags of a row, which it then reserves. */
export interface TagRoom {
  /** Must be given names before being asked about them. */
  learn(names: ReadonlySet<string>): Promise<void>;
  refuse(tags: readonly string[] | null): RowError | null;
}

/**
 * What is known beforehand about the rows of a batch, by index: `stored` = the workspace has its e-mail; `same` = with
 * exactly these values, so that nothing is left to do; `unsure` = it may have it. It is a hint that saves time, never
 * a promise: a contact created afterwards makes the direct copy fail and the merge take over; one changed afterwards
 * counts as found and then changed, and where a staged row's contact is gone, the batch is looked up again.
 */
export interface Lookup {
  stored: Uint8Array;
  same: Uint8Array;
  unsure: Uint8Array;
  /** The unsure ones probably exist and change: the merge assumes so first. */
  isLikely: boolean;
}

/** Looks a batch up, at any time before it is written. */
export type RunLookup = (tx: TransactionSql) => Promise<Lookup>;

/**
 * Takes the batches of an import in file order, each before the one after it and without waiting: what a lookup may
 * rely on depends on what comes before. The lookups themselves may overtake each other.
 */
export type Lookups = (batch: Batch) => RunLookup;

/** What to do with rows (indices in order of e-mail); those that change nothing are left out. */
export interface Division {
  /** Copied straight into contacts. */
  fresh: number[];
  /** Also new, but skipped because the import only updates. */
  missing: number[];
  /** Those of them that probably opted out before: they are created unsubscribed. */
  optedOut: ReadonlySet<number>;
  /** Merged through the staging table. */
  staged: number[];
  /** Whether some of the staged ones may be new, and whether all of them probably exist and change. */
  mayBeNew: boolean;
  isLikely: boolean;
}

/** Of the distinct e-mails of a batch: those that were new, and those of the known ones that changed. */
export interface Merged {
  created: number;
  changed: number;
  /** Those of the changed ones that the import had created or changed in an earlier batch. */
  again: number;
  /** Indices of rows whose e-mail is new and that create nothing, because the import only updates. */
  missing: number[];
  /** Of the rows whose later ones say something else: numbers of those that created or changed a contact. */
  written: number[];
}
