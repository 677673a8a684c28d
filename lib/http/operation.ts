import type { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import type { Audited } from "./audited";
import type { Media, Reply } from "./reply";

/** Who may call: a user's access token or a workspace's API key, or anybody. */
export type Auth = "bearer" | "public";
export type Responses = Record<number, z.ZodType | Media | null>;
type Schema = z.ZodType | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler may return for one declared response: its body, or nothing for `null`. */
type BodyOf<R> = R extends z.ZodType ? z.input<R> : R extends Media ? ReadableStream<Uint8Array> : undefined;
type Returned<R extends Responses> = BodyOf<R[keyof R]>;

export interface Caller {
  workspace: { id: string };
  user: { id: string; email: string | null };
}

export type Context<A extends Auth, P extends Schema, Q extends Schema, B extends Schema> = {
  request: Request;
  requestId: string;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
} & (A extends "public" ? unknown : Caller);

/**
 * One declaration of an endpoint. Validation, the handler's types and the OpenAPI document all come from it;
 * there is no second copy that could drift.
 */
export interface Declaration<
  A extends Auth,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
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
   * What an API key must be allowed to do; `read` for GET and `write` otherwise by default. No key may `manage`: it
   * is for users alone.
   */
  scope?: "read" | "write" | "send" | "manage";
  /**
   * Tells a machine that proves who it is from a client of the global limit, before anything is counted. Leaves the
   * body of the request as it is.
   */
  isProven?: (request: Request) => Promise<boolean>;
  /** Noted in the security log, with its outcome. */
  audit?: Audited;
  /** Subject to the upload limiter after the global one. */
  upload?: boolean;
  /** Honours `Idempotency-Key`: the first answer is kept for 24 hours and replayed. */
  idempotent?: boolean;
  params?: P;
  /** Folder name → documented name of a path segment: Next demands one name for siblings, the interface has two. */
  rename?: Record<string, string>;
  query?: Q;
  /** A schema that takes `undefined` lets a request come without a body. */
  body?: B;
  /** Bodies that are no JSON and that the handler reads itself: media type → OpenAPI schema. */
  content?: Record<string, { schema: Record<string, unknown>; description?: string; example?: unknown }>;
  /** An example of the request body, for the document. */
  example?: unknown;
  response: R;
  /** Another form of an answer with the same status, for those who ask for it. */
  also?: Record<number, Media>;
  /** Errors beyond those that every endpoint of its kind can answer. */
  errors?: ErrorCode[];
  handler: (context: Context<A, P, Q, B>) => Promise<Returned<R> | Reply<Returned<R>>>;
}

/** The declaration without its types, as the document builder reads it. */
export type Operation = Omit<Declaration<Auth, Schema, Schema, Schema, Responses>, "handler" | "isProven">;

/** Whether a request may come without this body. */
export function isOptional(body: z.ZodType): boolean {
  return body.safeParse(undefined).success;
}

/** A Next route handler that carries its declaration. */
export interface RouteHandler {
  (request: Request, context?: RouteContext): Promise<Response>;
  operation?: Operation;
}

export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}
