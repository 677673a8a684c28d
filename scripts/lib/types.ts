import type { Sql, TransactionSql } from "postgres";

/** A client or a transaction: what statements are sent through. */
export type Statements = Sql | TransactionSql;

/** Variables as a process has them. */
export type Env = Record<string, string | undefined>;

/** The user that the embedded PostgreSQL runs as; null when the current user will do. */
export type ServerUser = { uid: number; gid: number } | null;

/** What `npm start` keeps track of. */
export interface Parts {
  lock: { release: () => void; copyOf: Holder | null } | null;
  database: import("./postgres.mjs").Postgres | null;
  appAddress: ((ownerUrl: string) => string) | null;
  listener: ConnectionListener | null;
  /** Every running process of the app, also one that is starting or stopping. */
  apps: Set<App>;
  keepers: Promise<void>[];
  mending: Promise<unknown> | null;
  stopBackups?: (() => void) | null;
}

/** A part that is restarted when it ends. */
export interface Part {
  exited: Promise<unknown>;
  /** How it ended, as the rest of a sentence about it. */
  reason: () => string;
  /** Whether it ended for lack of disk space. */
  isDiskFull?: () => boolean;
}

/** The app as a process. */
export interface App extends Part {
  pid: number | undefined;
  hasEnded(): boolean;
  untilHealthy(): Promise<void>;
  leave(deadlineMs: number): Promise<void>;
  stop(deadlineMs: number): Promise<boolean>;
  kill(reason?: string): void;
}

/** A place that the app's processes fill one after the other. */
export interface Slot {
  /** For example "The app". */
  name: string;
  part: Part;
  restart(): Promise<Part>;
  /** Throws a Failure when no other process started. */
  renew(): Promise<void>;
}

/** The listener for all connections. */
export interface ConnectionListener {
  register(child: import("node:child_process").ChildProcess): Registration;
  close(): void;
}

/** A process's registration with the listener. */
export interface Registration {
  /** From now on it gets connections. */
  open(): void;
  close(): void;
  /** Sends a request to this process alone, at the URL passed to it. */
  ask(question: (url: string) => Promise<boolean>): Promise<boolean>;
}

/** How the supervisor learns that it should stop, or replace the app's processes. */
export interface StopSignals {
  onRenewal(callback: () => void): void;
  asked: Promise<string>;
  isAsked(): boolean;
  isAskedSoon(): Promise<boolean>;
  end(): void;
  onSecondSignal(callback: () => void): void;
}

/** The holder of a data folder, as recorded in its lock. */
export interface Holder {
  pid: number;
  birth: string;
  host: string;
  token: string | undefined;
  /** When it locked the folder; an ISO time. */
  since: string | undefined;
  url: string;
  internalUrl: string;
  /** Which folder it locked: real path, and device with inode. Missing in locks of older versions. */
  folder?: string;
  inode?: string;
}

/** Passed and failed tests. */
export interface Count {
  passed: number;
  failed: number;
  /** Each failed test, with the head of its message. */
  failures?: string[];
}

/** How a PostgreSQL of our own is started. `port` is the one it had before. */
export interface Launch {
  home: string;
  programs: string;
  user: ServerUser;
  settings: Record<string, string | number>;
  port?: number;
  temporary?: boolean;
}

/** The process of a PostgreSQL: how it ended, and why it did not start. */
export interface Server {
  pid: number | undefined;
  ended: Promise<void>;
  how(): string;
  failure(): NodeJS.ErrnoException | null;
}

/** Hosted services as the product and the tests see them. */
export interface Services {
  product: Env;
  tests: Env;
  port?: number;
}

/** The parts of the reports of vitest and Playwright that the tests need. */
export interface UnitReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
}
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites?: BrowserSuite[];
  /** Errors outside any test. */
  errors?: { message?: string }[];
}
export interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

/** The part of `@vercel/nft` that is used here; Next ships the package without its types. */
export interface FileTracer {
  nodeFileTrace(
    entries: string[],
    options: {
      base: string;
      processCwd: string;
      analysis: { computeFileReferences: boolean; emitGlobs: boolean };
      readFile(path: string): Promise<string | null>;
      resolve(
        specifier: string,
        parent: string,
        job: object,
        isCommonJs: boolean,
      ): string | Promise<string | string[]>;
    },
  ): Promise<{ fileList: Set<string> }>;
  resolve(specifier: string, parent: string, job: object, isCommonJs: boolean): Promise<string | string[]>;
}
