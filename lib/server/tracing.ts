import { subscribe } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";
import { z } from "zod";
import { watchStatements } from "@/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Span, setTracer, type Tracer } from "@/lib/trace";

const holder = globalThis as typeof globalThis & { kithTracing?: { stop(): Promise<void> } };

/**
 * Sends spans of requests, jobs, statements and outgoing requests by OTLP over HTTP to OTEL_EXPORTER_OTLP_ENDPOINT
 * (docs/operations.md, "Traces"). Without it nothing is loaded and nothing listens. An unavailable collector costs
 * spans, never an answer. Once per process, before the database is opened.
 */
export async function startTracing(): Promise<void> {
  if (holder.kithTracing || !isWanted()) return;
  const { makeTracer } = await import("./tracer");
  const { tracer, stop } = makeTracer((error) => log().warn({ err: error }, "traces not sent"));
  holder.kithTracing = { stop };
  setTracer(tracer);
  watchStatements((text) => statement(tracer, text));
  watchRequestsOut(tracer);
  // Queued spans are sent while jobs and requests end; nothing waits for this.
  process.once("SIGTERM", () => void stop().catch(() => {}));
}

/** Sends the remaining spans, and starts no more. */
export async function stopTracing(): Promise<void> {
  setTracer(undefined);
  await holder.kithTracing?.stop();
  holder.kithTracing = undefined;
}

function isWanted(): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, ...endpoints } = env();
  if (OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
  if (OTEL_TRACES_EXPORTER !== undefined && OTEL_TRACES_EXPORTER !== "otlp") return false;
  return Boolean(endpoints.OTEL_EXPORTER_OTLP_ENDPOINT ?? endpoints.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

function statement(tracer: Tracer, text: string) {
  const operation = operationOf(text);
  const span = tracer.below({
    name: operation,
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": text },
  });
  if (!span) return undefined;
  return (error?: unknown) => {
    if (error !== undefined) span.fail(nameOf(error));
    span.end();
  };
}

/** The operation of a statement; for one that begins with its CTEs (`with`), the first operation after them. */
function operationOf(text: string): string {
  const [verb = "statement"] = /^[a-z]+/i.exec(text) ?? [];
  if (verb.toLowerCase() !== "with") return verb.toUpperCase();
  const [writes = "select"] =
    /\b(?:insert|update|delete|merge)(?= (?:into|from|\S+ set)\b)/i.exec(text) ?? [];
  return writes.toUpperCase();
}

/** The error code, which is a class of errors; never the message, which may quote values. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return "code" in error ? String(error.code) : error.name;
}

const sentByFetch = z.object({ origin: z.union([z.string(), z.instanceof(URL)]), method: z.string() });
const answered = z.object({ response: z.object({ statusCode: z.number() }) });

/** `fetch` and `node:http` report their requests themselves. Only the host of a URL is recorded: paths may contain secrets. */
function watchRequestsOut(tracer: Tracer): void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, { hostname, port, protocol }: URL) => {
    const attributes = {
      "http.request.method": method,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    };
    const span = tracer.below({ name: method, kind: "client", attributes });
    if (span) spans.set(request, span);
  };
  const end = (message: unknown, type?: string) => {
    const request = requestOf(message);
    const span = request && spans.get(request);
    if (!span) return;
    spans.delete(request);
    const status = answered.safeParse(message).data?.response.statusCode;
    if (status !== undefined) span.set({ "http.response.status_code": status });
    const failure = type ?? (status !== undefined && status >= 400 ? String(status) : undefined);
    if (failure) span.fail(failure);
    span.end();
  };
  subscribe("undici:request:create", (message) => {
    const request = requestOf(message);
    const known = sentByFetch.safeParse(request).data;
    if (request && known) begin(request, known.method, new URL(known.origin));
  });
  subscribe("http.client.request.start", (message) => {
    const request = requestOf(message);
    if (!(request instanceof ClientRequest)) return;
    const server = `${request.protocol}//${request.getHeader("host") ?? request.host}`;
    if (URL.canParse(server)) begin(request, request.method, new URL(server));
  });
  for (const channel of ["undici:request:headers", "http.client.response.finish"])
    subscribe(channel, (message) => end(message));
  for (const channel of ["undici:request:error", "http.client.request.error"])
    subscribe(channel, (message) => end(message, "error"));
}

function requestOf(message: unknown): object | undefined {
  if (typeof message !== "object" || message === null || !("request" in message)) return undefined;
  return typeof message.request === "object" && message.request !== null ? message.request : undefined;
}
