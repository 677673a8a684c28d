import type postgres from "postgres";
import type { Sql } from "postgres";

/**
 * Undeclared members of postgres.js, and every cast that reaches them. README.md in this folder says what each is
 * used for and when it may go; a test compares the two.
 */

/** What postgres.js turns a tagged template into: a promise that runs when it is awaited. */
export interface DriverQuery extends Promise<unknown> {
  handler(query: DriverQuery): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  cancelled: unknown;
  simple(): DriverQuery;
  options: { prepare?: boolean };
  streaming?: boolean;
  /** The pieces of its text between the values. */
  strings: readonly string[];
  executed: boolean;
}

/** The prototype of all queries. `mended` and `watched` are our marks on it. */
interface QueryPrototype {
  readable(): Promise<unknown>;
  writable(): Promise<unknown>;
  mended?: boolean;
  /** Runs the query, at the first call. */
  handle(): Promise<void>;
  watched?: boolean;
}

/** The part of the parsed options that converts values. */
export interface Codecs {
  parsers: Record<number, (text: string) => unknown>;
  serializers: Record<number, (value: unknown) => unknown>;
  shared: { typeArrayMap: Record<number, number> };
}

/** What a client is created from: the parsed options of another one, and the socket to use. */
export interface LinkOptions {
  socket(): object;
  /** Receives notifications on channels that the connection listens to. */
  onnotify?(channel: string, text: string): void;
}

/** A client as a tag; inside a transaction it has no `begin`, outside one no `savepoint`. */
interface Nesting {
  begin?: (...args: unknown[]) => Promise<unknown>;
  savepoint?: (...args: unknown[]) => Promise<unknown>;
}

type Options = NonNullable<Parameters<typeof postgres>[0]> & object;

export const asQuery = (query: unknown) => query as DriverQuery;
export const asQueryPrototype = (prototype: unknown) => prototype as QueryPrototype;
export const asCodecs = (options: Sql["options"]) => options as object as Codecs;
export const asOptions = (options: object & LinkOptions) => options as Options;
export const asNesting = (client: object) => client as Nesting;
export const asCallable = (client: object) => client as (...args: unknown[]) => unknown;
export const asSql = (client: object) => client as Sql;
