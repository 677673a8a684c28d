import { z } from "zod";
import { ApiError, type FieldProblem, validationError } from "@/lib/errors";
import { inexactNumbers } from "@/lib/exact-numbers";
import { parseInput } from "@/lib/problems";
import { readAtMost } from "@/lib/read-body";

/** What a body has to do with, of its operation (operation.ts). */
interface Taken {
  body?: Body;
  query?: z.ZodType | undefined;
  problemsOf?: ((sent: unknown) => FieldProblem[]) | undefined;
}

/** One form of a body: how the document describes it, and what a handler receives. */
export interface Form<T = unknown> {
  schema: z.ZodType;
  /** Media types that are read the same way and not worth an entry each. */
  like?: readonly string[];
  read: (request: Request) => T | Promise<T>;
}
/** Media type → the form. */
export type Forms = Record<string, Form>;

/** A route's declaration of its body: JSON of a schema, one of several forms, or none. */
export type Body = z.ZodType | Forms | undefined;

/** A body that is JSON of this schema, among forms that are not. */
export function jsonForm<S extends z.ZodType>(schema: S): Form<z.output<S>> {
  return { schema, read: async (request) => parseInput(schema, await readJson(request)) };
}

/** The same from a system that cannot send another number when one is refused, and of which no number is kept. */
export function foreignJson<S extends z.ZodType>(schema: S): Form<z.output<S>> {
  const read = async (request: Request) => parseText(await readJsonText(request));
  return { schema, read: async (request) => parseInput(schema, await read(request)) };
}

const namesIn = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

export function isForms(body: Exclude<Body, undefined>): body is Forms {
  return !(body instanceof z.ZodType);
}

/** Whether the body may be missing. */
export function isOptional(body: Body): boolean {
  return body === undefined || (!isForms(body) && body.safeParse(undefined).success);
}

/**
 * The body as declared. Throws 415 for another media type, 413 over the cap, 400 for an invalid body, and for one with
 * parameters of the query: as unknown fields they would be ignored, an `etag` that makes a request safe among them.
 */
export async function readBody({ body, query, problemsOf }: Taken, request: Request): Promise<unknown> {
  if (!body) {
    if (namesIn(query).length > 0) refuseMisplaced(await readUndeclared(request), namesIn(query));
    return undefined;
  }
  if (!isForms(body)) {
    const json = await (isOptional(body) ? readOptionalJson : readJson)(request);
    const own = namesIn(body);
    refuseMisplaced(
      json,
      namesIn(query).filter((name) => !own.includes(name)),
    );
    const problems = problemsOf?.(json) ?? [];
    if (problems.length > 0) throw validationError(problems);
    return parseInput(body, json);
  }
  const type = mediaType(request);
  const form = body[type] ?? Object.values(body).find(({ like }) => like?.includes(type));
  if (!form) throw unsupported(Object.keys(body));
  return form.read(request);
}

function refuseMisplaced(json: unknown, names: string[]): void {
  const misplaced = names.filter((name) => typeof json === "object" && json && Object.hasOwn(json, name));
  const message = "is a parameter of the query: send it in the URL";
  if (misplaced.length > 0)
    throw validationError(misplaced.map((name) => ({ path: [name], code: "misplaced", message })));
}

/** JSON that nobody asked for, whatever its media type; anything else is ignored. */
async function readUndeclared(request: Request): Promise<unknown> {
  try {
    return parseText(decodeText(await readCapped(request, MAX_JSON_BYTES)));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The cap of JSON bodies. */
const MAX_JSON_BYTES = 1024 * 1024;

/**
 * The parsed JSON body. Throws 415 for another content type, 413 over the cap, 400 `INVALID_JSON`, 400 for numbers that
 * are not exactly doubles.
 */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(await readJsonBytes(request));
}

/** Its text, for `parseText` and `requireExact`. */
export async function readJsonText(request: Request): Promise<string> {
  return decodeText(await readJsonBytes(request));
}

async function readJsonBytes(request: Request): Promise<Uint8Array> {
  if (!declaresJson(request)) throw unsupported(["application/json"]);
  return readCapped(request, MAX_JSON_BYTES);
}

/** The same, undefined when the request has no body. */
async function readOptionalJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, MAX_JSON_BYTES);
  if (bytes.length === 0) return undefined;
  if (!declaresJson(request)) throw unsupported(["application/json"]);
  return parseJson(bytes);
}

function declaresJson(request: Request): boolean {
  const type = mediaType(request);
  return type === "application/json" || type.endsWith("+json");
}

function mediaType({ headers }: Request): string {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

function unsupported(types: string[]): ApiError {
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", `Send the body as ${types.join(" or ")}`);
}

/** Throws 400 for bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not UTF-8");
  }
}

/** Throws 400 for bytes that are not JSON in UTF-8, and for numbers that would not be stored as they were sent. */
function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  const value = parseText(text);
  requireExact(text);
  return value;
}

/** Numbers that one answer names: each costs as much time as its path is long. */
const MAX_NAMED = 10;

/** Throws 400 for JSON with numbers that would not be stored as they were sent. */
export function requireExact(text: string): void {
  const problems: FieldProblem[] = [];
  for (const { number, path } of inexactNumbers(text)) {
    const message = `must be sent as text: a JSON number is a double here, which is not exactly ${number}`;
    if (problems.push({ path: path(), code: "inexact_number", message }) === MAX_NAMED) break;
  }
  if (problems.length > 0) throw validationError(problems);
}

/** Throws 400 for text that is not JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not valid JSON");
  }
}

/**
 * The whole body as bytes. Throws 415 for a compressed body (`Content-Encoding`), 413 as soon as more than `limitBytes` have
 * arrived, 400 when it is cut off. A clone
 * must not be cancelled then: cancelling it waits until its original is cancelled too.
 */
export async function readCapped(
  request: Request,
  limitBytes: number,
  options?: ReadableStreamIteratorOptions,
): Promise<Uint8Array> {
  const tooLarge = () => new ApiError("PAYLOAD_TOO_LARGE", `The body may have at most ${limitBytes} bytes`);
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase();
  if (coding && coding !== "identity") {
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send the body without Content-Encoding");
  }
  if (Number(request.headers.get("content-length")) > limitBytes) throw tooLarge();
  const cutOff = () => new ApiError("INVALID_JSON", "The body was cut off");
  return readAtMost(limitBytes, request.body?.values(options) ?? null, { tooLarge, cutOff });
}
