import { createHash } from "node:crypto";
import { bearerOf } from "@/lib/authorization";
import { log } from "@/lib/log";
import { readAtMost } from "@/lib/read-body";
import { UUID } from "@/lib/uuid";
import { MailServiceError } from "./errors";
import { parseMessage } from "./message";
import { findMail, listMails, type Mail, storeMails } from "./store";

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_BATCH = 100;

/**
 * The embedded mail service: Resend's API for the calls of its SDK, storing mails for the inbox page instead of
 * delivering them. `path` is what follows the mount, such as `emails/batch`. Never throws.
 */
export async function handleMail(request: Request, path: string): Promise<Response> {
  try {
    const keyHash = requireKey(request);
    const [resource, id, ...more] = path.split("/").filter(Boolean);
    if (resource !== "emails" || more.length > 0) throw notFound("The requested endpoint does not exist.");
    if (request.method === "POST" && id === undefined) return await send(request, keyHash, false);
    if (request.method === "POST" && id === "batch") return await send(request, keyHash, true);
    if (request.method === "GET" && id === undefined) return await list(request, keyHash);
    if (request.method === "GET" && id) return await read(keyHash, id);
    throw new MailServiceError(405, "method_not_allowed", "Method is not allowed for the requested path.");
  } catch (error) {
    if (error instanceof MailServiceError) return error.toResponse();
    log().error({ err: error }, "mail service failed");
    return new MailServiceError(500, "internal_server_error", "An unexpected error occurred.").toResponse();
  }
}

/** A key only has to have the right form; it decides which mails its holder can read. */
function requireKey(request: Request): string {
  const key = bearerOf(request);
  if (!key) throw new MailServiceError(401, "missing_api_key", "Missing API Key");
  if (!/^re_\w{3,}$/.test(key)) throw new MailServiceError(403, "invalid_api_key", "API key is invalid");
  return hash(key);
}

async function send(request: Request, keyHash: string, batch: boolean): Promise<Response> {
  const text = await readBody(request);
  const body = parseJson(text);
  const messages = (batch ? asBatch(body) : [body]).map(parseMessage);
  const idempotencyKey = request.headers.get("idempotency-key");
  if (idempotencyKey !== null && (idempotencyKey.length < 1 || idempotencyKey.length > 256)) {
    throw new MailServiceError(400, "invalid_idempotency_key", "The key must be between 1-256 chars.");
  }
  const ids = await storeMails({ keyHash, idempotencyKey, requestHash: hash(text), messages });
  return Response.json(batch ? { data: ids.map((id) => ({ id })) } : { id: ids[0] });
}

function asBatch(body: unknown): unknown[] {
  if (Array.isArray(body) && body.length >= 1 && body.length <= MAX_BATCH) return body;
  throw new MailServiceError(422, "validation_error", `A batch has 1 to ${MAX_BATCH} e-mails.`);
}

async function list(request: Request, keyHash: string): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const limit = Number(query.get("limit") ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new MailServiceError(422, "validation_error", "The `limit` must be from 1 to 100.");
  }
  const mails = await listMails(keyHash, { limit, ...cursor(query, "after"), ...cursor(query, "before") });
  const data = mails
    .slice(0, limit)
    .map(({ html, text, ...mail }) => describe({ ...mail, html: null, text: null }));
  return Response.json({ object: "list", has_more: mails.length > limit, data });
}

function cursor(query: URLSearchParams, name: "after" | "before") {
  const value = query.get(name);
  if (value === null) return {};
  if (!UUID.test(value))
    throw new MailServiceError(422, "validation_error", `The \`${name}\` must be an id.`);
  return { [name]: value };
}

async function read(keyHash: string, id: string): Promise<Response> {
  const mail = UUID.test(id) ? await findMail(keyHash, id) : undefined;
  if (!mail) throw notFound("Email not found");
  return Response.json(describe(mail));
}

function describe(mail: Mail) {
  const { cc = null, bcc = null, reply_to = null, tags = [], scheduled_at = null } = mail.payload;
  return {
    object: "email",
    id: mail.id,
    message_id: `<${mail.id}@inbox.local>`,
    from: mail.sender,
    to: mail.recipients,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    ...{ cc, bcc, reply_to, tags, scheduled_at },
    created_at: mail.created_at.toISOString(),
    last_event: "delivered",
  };
}

async function readBody(request: Request): Promise<string> {
  const refuse = (status: number, text: string) => () =>
    new MailServiceError(status, "validation_error", text);
  const bytes = await readAtMost(MAX_BODY_BYTES, request.body, {
    tooLarge: refuse(413, "The e-mail is too large."),
    cutOff: refuse(400, "The request was cut off."),
  });
  return bytes.toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MailServiceError(400, "validation_error", "The request body is not valid JSON.");
  }
}

function notFound(text: string): MailServiceError {
  return new MailServiceError(404, "not_found", text);
}

function hash(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
