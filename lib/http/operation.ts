import type { z } from "zod";
import type { ErrorCode, FieldProblem } from "@/lib/errors";
import type { Permission, Role } from "@/lib/workspaces/roles";
import type { Audited } from "./audited";
import type { Body, Form } from "./body";
import type { Media, Reply } from "./reply";

/**
 * Who may call: a user with an access token or a script with an API key; anybody; a holder of CRON_SECRET; the
 * identity provider. Decided before the body is read, or, for a signed webhook, before it is parsed.
 */
export type Auth = "bearer" | "public" | "cron" | "webhook";
/** The answer of one status: JSON, another media type, either of several, or nothing. */
type Answer = z.ZodType | Media | null;
export type Responses = Record<number, Answer | readonly Answer[]>;
export type Schema = z.ZodType | undefined;
/** JSON of a schema, or one of several forms. */
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<B extends Body> = B extends Schema ? Output<B> : B[keyof B] extends Form<infer T> ? T : never;

/** What a handler may return for one declared response: its body, or nothing for `null`. */
type BodyOf<R> = R extends readonly (infer One)[]
  ? BodyOf<One>
  : R extends z.ZodType
    ? z.input<R>
    : R extends Media
      ? ReadableStream<Uint8Array>
      : // biome-ignore lint/suspicious/noConfusingVoidType: so that a handler may end with a query that returns nothing
        undefined | void;
type Returned<R extends Responses> = BodyOf<R[keyof R]>;

export interface Caller {
  workspace: { id: string };
  user: { id: string; email: string | null };
  role: Role;
  permissions: readonly Permission[];
  /** For a call with an API key. */
  apiKeyId: string | null;
}

export type Context<A extends Auth, P extends Schema, Q extends Schema, B extends Body> = {
  request: Request;
  requestId: string;
  /** The header, for `requireMatch`; only where the operation is `conditional`. */
  ifMatch: string | undefined;
  params: Output<P>;
  query: Output<Q>;
  body: Sent<B>;
} & (A extends "bearer" ? Caller : unknown);

/**
 * One declaration of an endpoint. Validation, the handler's types and the OpenAPI document all come from it;
 * there is no second copy that could drift.
 */
export interface Declaration<
  A extends Auth,
  P extends Schema,
  Q extends Schema,
  B extends Body,
  R extends Responses,
> {
  operationId: string;
  summary: string;
  description?: string;
  /** Group in the document. */
  tag: string;
  /** Default `bearer`. */
  auth?: A;
  /**
   * The permission that the caller needs (lib/workspaces/roles.ts); by default `read` for GET and `write` otherwise.
   * An API key needs the scope that goes with it.
   */
  needs?: Permission;
  /** Recorded in the security log, with its outcome. */
  audit?: Audited;
  /** Subject to the upload limiter after the global one. A token for a direct upload counts apart from the import of its file. */
  upload?: "file" | "token";
  /** Honours `Idempotency-Key`: the first answer is kept for 24 hours and replayed. */
  idempotent?: boolean;
  /**
   * Honours `If-Match`, and a 200 has the tag of the new state: of its body, unless the handler names another. Required
   * of all that change or delete something whose GET has a tag (lib/testing/checks/preconditions.test.ts).
   */
  conditional?: boolean;
  /** The day of deprecation, the path to use instead, and the day of removal if that is decided. */
  deprecated?: { since: string; instead: string; sunset?: string };
  params?: P;
  /** Folder name → documented name of a path segment: Next requires one name for siblings, the interface has two. */
  rename?: Record<string, string>;
  query?: Q;
  /** A schema that accepts `undefined` makes the body optional. */
  body?: B;
  /** Problems of a JSON body as it was sent: unknown fields are gone once it is parsed. */
  problemsOf?: (sent: unknown) => FieldProblem[];
  /** An example of the JSON body, for the document. */
  example?: unknown;
  response: R;
  /** Errors beyond those that every endpoint of its kind can return. */
  errors?: ErrorCode[];
  handler: (context: Context<A, P, Q, B>) => Promise<Returned<R> | Reply<Returned<R>>>;
}

/** The declaration without its types, as the document builder reads it. */
export type Operation = Omit<Declaration<Auth, Schema, Schema, Body, Responses>, "handler">;

/** The permission that the caller needs for this operation. */
export function permissionFor({ needs }: Pick<Operation, "needs">, method: string): Permission {
  return needs ?? (method === "GET" || method === "HEAD" ? "read" : "write");
}

/** A Next route handler that carries its declaration. */
export interface RouteHandler {
  (request: Request, context?: RouteContext): Promise<Response>;
  operation?: Operation;
}

interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}
