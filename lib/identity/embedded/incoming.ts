import { z } from "zod";
import { bearerOf } from "@/lib/authorization";
import { readAtMost } from "@/lib/read-body";
import { apiKeys, MAX_BODY_BYTES, sameSecret } from "./config";
import { IdentityError, invalid } from "./errors";
import type { UserRow } from "./users";

/** For whom guesses are counted and passwords are hashed. */
export interface Client {
  name: string;
  /** A device that signed in to the account before, or a session of it: strangers cannot use up its attempts. */
  isKnown: boolean;
}

/** One request to the provider. */
export interface Incoming {
  request: Request;
  method: string;
  url: URL;
  /** Path below /auth/v1, without the leading slash. */
  path: string;
  body: unknown;
  /** Address of the client; null for calls from inside the process, which have no per-address limits. */
  address: string | null;
  /** By its address, until it proves to be known to the account; null for calls from inside the process. */
  client: Client | null;
  /** The user who started a session with this call. Its answer makes the device known (known-devices.ts). */
  signedIn: UserRow | null;
  /** The account that the call turned out to be about, for the security log. */
  about: string | null;
  /** Runs work whose duration must not reveal whether an account exists. */
  later: (work: () => Promise<unknown>) => Promise<void>;
}

export interface Surroundings {
  address?: string;
  later?: (work: () => Promise<unknown>) => void;
}

/** Parses the request. Throws `bad_json` and `request_too_large`. */
export async function receive(request: Request, around: Surroundings): Promise<Incoming> {
  const url = new URL(request.url);
  const { later } = around;
  return {
    request,
    method: request.method,
    url,
    path: url.pathname.replace(/^.*?\/auth\/v1\/?/, "").replace(/\/$/, ""),
    body: await readBody(request),
    address: around.address ?? null,
    client: around.address ? { name: around.address, isKnown: false } : null,
    signedIn: null,
    about: null,
    later: async (work) => {
      if (later) later(work);
      else await work();
    },
  };
}

async function readBody(request: Request): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD") return {};
  const text = await readText(request);
  if (text.trim() === "") return {};
  requireJson(request);
  const body = parseJson(text);
  if (isDeep(body)) throw invalid(`The body is nested deeper than ${MAX_DEPTH} levels`);
  return body;
}

/** A page of another site may send us a form or plain text without a preflight, but not JSON (CORS). */
function requireJson(request: Request): void {
  if (/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "")) return;
  throw new IdentityError(415, "unsupported_media_type", "The body must be application/json");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new IdentityError(400, "bad_json", "Could not parse request body as JSON");
  }
}

/** More than any metadata needs, and far from where recursion fails. */
const MAX_DEPTH = 32;

/** Level by level: a deep body would break recursion. */
function isDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === "object" && value ? Object.values(value) : []));
  }
  return false;
}

async function readText(request: Request): Promise<string> {
  const bytes = await readAtMost(MAX_BODY_BYTES, request.body, {
    tooLarge: () => new IdentityError(413, "request_too_large", "Request body is too large"),
    cutOff: () => new IdentityError(400, "bad_json", "The body was cut off"),
  });
  return new TextDecoder().decode(bytes);
}

/** The body under a schema. Throws `validation_failed` with the first problem. */
export function parse<T extends z.ZodType>(schema: T, incoming: Incoming): z.output<T> {
  const result = schema.safeParse(incoming.body);
  if (result.success) return requireMethod(result.data);
  const issue = result.error.issues[0];
  throw invalid(issue?.path.length ? `${issue.path.join(".")}: ${issue.message}` : "Invalid request");
}

/**
 * A challenge without a method would be `plain` (RFC 7636, 4.3), which proves nothing against anyone who has seen the
 * request.
 */
function requireMethod<T>(parsed: T): T {
  const { code_challenge, code_challenge_method } = Object(parsed);
  if (!code_challenge || code_challenge_method) return parsed;
  throw invalid("code_challenge_method: only S256 is supported");
}

/**
 * The gateway's check: every call carries one of the project's two keys. The URL may carry only the publishable one:
 * URLs end up in logs. Throws 401 in the gateway's shape, which has no error code.
 */
export function requireApiKey(incoming: Incoming): void {
  const { publishable } = apiKeys();
  const key = incoming.request.headers.get("apikey");
  const shown = incoming.url.searchParams.get("apikey");
  if (key === null && shown === null) {
    throw new IdentityError(401, "no_api_key", "No API key found in request");
  }
  const known = key === null ? sameSecret(shown ?? "", publishable) : isKey(key);
  if (!known) throw new IdentityError(401, "invalid_api_key", "Invalid API key");
}

function isKey(key: string): boolean {
  const { publishable, secret } = apiKeys();
  return sameSecret(key, publishable) || sameSecret(key, secret);
}

/** True for a server that calls with the secret key and not on behalf of a user. */
export function isAdmin(incoming: Incoming): boolean {
  const { secret } = apiKeys();
  const token = bearerOf(incoming.request);
  const key = incoming.request.headers.get("apikey") ?? "";
  return sameSecret(key, secret) && (token === null || sameSecret(token, secret));
}

/** The addresses of HTML's `input type=email`, with a dot in the domain. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const email = z
  .string("Unable to validate email address: invalid format")
  .transform((value) => value.trim().toLowerCase())
  .refine(
    (value) => value.length <= 254 && EMAIL.test(value),
    "Unable to validate email address: invalid format",
  );

export const metadata = z.record(z.string(), z.unknown());

/** Optional PKCE parameters, S256 only (RFC 9700, 2.1.1); the SDK sends null when it does not use them. */
export const challenge = {
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/, "code challenge has to be between 43 and 128 characters")
    .nullish(),
  code_challenge_method: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.literal("s256", "only S256 is supported"))
    .nullish(),
};

export interface Challenge {
  code_challenge?: string | null | undefined;
}
