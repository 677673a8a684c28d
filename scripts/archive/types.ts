/** Shows the current step. */
export type Progress = (text: string) => void;

/** Secrets by the names of their variables, as in secrets.json. */
export type Secrets = Record<string, string>;

/** A table of the product as it is in a database. */
export interface Table {
  name: string;
  /** The column with the row's workspace, or null. */
  workspace: string | null;
  /** The stored columns: generated ones are computed again. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
  /** A serial column, or null. */
  counter: string | null;
  /** Where its rows are loaded instead. */
  target?: string;
}

/** What the manifest says about a table or a file, and what a reader computes. */
export interface Digest {
  bytes: number;
  sha256: string;
}
export interface Content extends Digest {
  rows: number;
}
export interface WrittenTable extends Content {
  name: string;
  columns: string[];
}
export interface WrittenFile extends Digest {
  key: string;
}

/** The first file of an archive. */
export interface Opening {
  format: number;
  product: string;
  createdAt: string;
}

/** Whether an archive has all workspaces, or one. */
export type Scope = "everything" | { workspace: string };

/** What COPY wrote in one snapshot, and the keys of the files that its rows refer to. */
export interface Copied {
  postgres: string;
  migration: string;
  scope: Scope;
  tables: WrittenTable[];
  keys: string[];
}

/** The last file of an archive (docs/archive.md). */
export interface Manifest extends Opening, Omit<Copied, "keys"> {
  files: WrittenFile[];
  missing: string[];
  keys: { fingerprints: string[]; included: boolean };
}

/** How keys were encrypted: parameters of scrypt, and of the cipher. */
export interface Wrapping {
  kdf: string;
  N: number;
  r: number;
  p: number;
  salt: string;
  cipher: string;
}
export interface WrappedKeys {
  about: Wrapping;
  nonce: string;
  sealed: string;
}

/** A table that is loaded: as in this database, and as the archive wrote it. */
export type Loaded = Table & WrittenTable;

/** An archive that was read to its end and found complete. */
export interface OpenedArchive {
  file: string;
  manifest: Manifest;
  /** Only with a passphrase. */
  secrets: Secrets | null;
}

/** A file within an archive. */
export interface Entry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/** An archive that is being written. */
export interface Archive {
  addJson(name: string, value: unknown): Promise<void>;
  /** A stream of any length, split into parts. Returns its digest, a row being a line. */
  addTable(folder: string, stream: AsyncIterable<Buffer>, onRows: (rows: number) => void): Promise<Content>;
  /** A file of known length. Throws when the stream has another length. */
  addFile(name: string, stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Digest>;
}

/** Where a database and its data folder are. */
export interface Place {
  url: string;
  dataDir: string;
  /** Whether the product runs on it. */
  isRunning: boolean;
}
