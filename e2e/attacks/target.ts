import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres, { type Sql } from "postgres";
import { z } from "zod";
import { runningPostgresUrl } from "../../scripts/lib/postgres.mjs";
import { readSecrets } from "../../scripts/lib/secrets.mjs";

/** The product under attack. `url` may be that of a proxy in front of it. */
export interface Target {
  url: string;
  dataDir: string;
  secrets: Record<string, string>;
}

const named = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run npm test -- attacks`);
  return value;
};

/** The product that the test stage started. */
export const target: Target = {
  url: named("ATTACKED_URL"),
  dataDir: named("ATTACKED_DATA_DIR"),
  secrets: readSecrets(named("ATTACKED_DATA_DIR")) ?? {},
};

/** Everything the product has logged since its start. */
export function logged(): string[] {
  const said = readFileSync(named("ATTACKED_LOG"), "utf8");
  return said
    .slice(said.indexOf("Ctrl-C"))
    .split("\n")
    .slice(1)
    .filter((line) => line.trim() !== "");
}

/** Its database, to verify and to move its clock forward. */
export async function withDatabase<T>(work: (pg: Sql) => Promise<T>): Promise<T> {
  const pg = postgres(runningPostgresUrl(target.dataDir) ?? "", { max: 1, onnotice: () => {} });
  try {
    return await work(pg);
  } finally {
    await pg.end();
  }
}

export type Headers = Record<string, string>;
export type Json = ReturnType<typeof JSON.parse>;

export interface Sent {
  method?: string;
  headers?: Headers;
  /** An object is sent as JSON. */
  body?: string | Uint8Array<ArrayBuffer> | object | undefined;
}

export interface Answer {
  status: number;
  headers: globalThis.Headers;
  text: string;
  /** Undefined if it is not JSON. */
  json: Json;
}

/** A client address of its own: no limit per address applies, unless the headers name one. */
export const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** One request. */
export async function ask({ url }: Pick<Target, "url">, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body } = sent;
  const isObject = typeof body === "object" && !(body instanceof Uint8Array);
  const response = await fetchAgain(url + path, {
    method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": anyAddress(),
      ...(isObject && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isObject ? JSON.stringify(body) : body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** Once more if an idle connection was closed at the very moment it was used again. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== "UND_ERR_SOCKET" && cause?.code !== "ECONNRESET") throw error;
    return fetch(url, init);
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A call to the identity provider, as a browser makes it. */
export function identity(at: Target, path: string, sent: Sent = {}): Promise<Answer> {
  const headers = { apikey: at.secrets.SUPABASE_PUBLISHABLE_KEY ?? "", ...sent.headers };
  return ask(at, `/auth/v1/${path}`, {
    method: sent.body === undefined ? "GET" : "POST",
    ...sent,
    headers,
  });
}

/** The same as the operator. */
export function administer(at: Target, path: string, sent: Sent = {}): Promise<Answer> {
  const key = at.secrets.SUPABASE_SECRET_KEY ?? "";
  return identity(at, `admin/${path}`, { ...sent, headers: { apikey: key, authorization: `Bearer ${key}` } });
}

export interface User {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  workspace: string;
  as: (path: string, sent?: Sent) => Promise<Answer>;
}

const session = z.object({ access_token: z.string(), refresh_token: z.string() });

/** A user with a confirmed address and a workspace. */
export async function newUser(at: Target = target, name = "user", password?: string): Promise<User> {
  const email = `${name}-${randomUUID()}@example.com`;
  const made = await administer(at, "users", { body: { email, email_confirm: true, password } });
  const tokens = await newSession(at, email);
  const as: User["as"] = (path, sent = {}) =>
    ask(at, path, { ...sent, headers: { authorization: `Bearer ${tokens.access_token}`, ...sent.headers } });
  const provisioned = await as("/auth/provision", { method: "POST" });
  const id = z.string().parse(made.json.id);
  const workspace = z.string().parse(provisioned.json.workspace_id);
  return { id, email, token: tokens.access_token, refreshToken: tokens.refresh_token, workspace, as };
}

/** Signs in by a link that an administrator created. */
export async function newSession(at: Target, email: string) {
  const link = await administer(at, "generate_link", { body: { type: "magiclink", email } });
  const proof = { type: link.json.verification_type, token_hash: link.json.hashed_token };
  return session.parse((await identity(at, "verify", { body: proof })).json);
}

/** Runs the work with limited concurrency, in any order. */
export async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>, atOnce = 8): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
