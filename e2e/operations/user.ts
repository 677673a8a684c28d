import { randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import type { App, Platform } from "./platform";

/** A user with a workspace, who may speak to any process of the installation. */
export interface User {
  email: string;
  token: string;
  /** One call; an object is sent as JSON. */
  ask(
    app: Address,
    method: string,
    path: string,
    body?: string | object,
    headers?: RequestHeaders,
  ): Promise<Answer>;
  /** A GET whose body is still to be read. */
  open(app: Address, path: string): Promise<Response>;
}

type RequestHeaders = Record<string, string>;
type Address = Pick<App, "url">;

export interface Answer {
  status: number;
  /** Parsed if it is JSON, else the text. */
  body: ReturnType<typeof JSON.parse>;
  headers: Headers;
}

/** One call over HTTP. Without `x-forwarded-for` it comes from an address of its own: no limit per address applies. */
export async function call(
  url: string,
  method: string,
  headers: RequestHeaders,
  body?: string,
): Promise<Answer> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const response = await fetch(url, {
    method,
    headers: { "x-forwarded-for": address, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** The answer to a scheduler: GET /api/cron/… with the given Authorization header. */
export function cron(app: App, path: string, authorization: string | null): Promise<Answer> {
  return call(`${app.url}/api/cron/${path}`, "GET", authorization === null ? {} : { authorization });
}

const session = z.object({ access_token: z.string() });

/** Signs a user up; the workspace exists when it resolves. */
export async function signUp(
  { secrets }: Pick<Platform, "secrets">,
  app: Address,
  { email = `user-${randomUUID()}@example.com`, password = "correct horse battery staple" } = {},
): Promise<User> {
  const credentials = JSON.stringify({ email, password });
  const headers = { apikey: secrets.SUPABASE_PUBLISHABLE_KEY ?? "", "content-type": "application/json" };
  const answer = await call(`${app.url}/auth/v1/signup`, "POST", headers, credentials);
  const { access_token: token } = session.parse(answer.body);
  const authorization = `Bearer ${token}`;
  const ask: User["ask"] = (app, method, path, body, more = {}) => {
    const isJson = typeof body === "object";
    const type: RequestHeaders = isJson ? { "content-type": "application/json" } : {};
    const text = isJson ? JSON.stringify(body) : body;
    return call(`${app.url}${path}`, method, { authorization, ...type, ...more }, text);
  };
  const open: User["open"] = (app, path) => fetch(`${app.url}${path}`, { headers: { authorization } });
  return { email, token, ask, open };
}
