import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { resetEnv } from "@/lib/env";
import { serve } from "./serve";

export interface AcceptedMail {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** What the provider does with a request instead of accepting it. `hang` never answers. */
export type Fault =
  | { status: number; name?: string; message?: string; headers?: Record<string, string> }
  | { page: string; status: number }
  | "hang";

export interface MailProvider {
  url: string;
  /** The accepted mails, once per acceptance. */
  accepted: AcceptedMail[];
  /** The time of arrival of every request, and its content. */
  requests: { at: number; key: string | null; authorization: string }[];
  /** The fault for the n-th request (from 0), or none. */
  fault: (request: number) => Fault | null;
  /** The calls that send nothing, by which a key is checked, and the fault for them. */
  questions: { path: string; authorization: string }[];
  keyFault: () => Fault | null;
  /** Share of accepted requests whose answer is lost. */
  dropRate: number;
  /** Draws which. */
  random: () => number;
  /** A planted defect: idempotency keys are ignored. */
  forgetful: boolean;
  close(): Promise<void>;
}

/**
 * Resend as far as its documentation and SDK define it: idempotency keys with comparison of the payload, error bodies,
 * Retry-After. It becomes the hosted provider of this process until it is closed. Any GET but that of domains returns what it accepted.
 */
export async function startMailProvider(): Promise<MailProvider> {
  const known = new Map<string, { id: string; body: string }>();
  const server = createServer(async (request, response) => {
    if (request.method === "GET" && request.url?.startsWith("/domains")) {
      provider.questions.push({ path: request.url, authorization: header(request, "authorization") ?? "" });
      const fault = provider.keyFault();
      if (fault === "hang") return;
      return fault
        ? refuse(response, fault)
        : answer(response, 200, JSON.stringify({ object: "list", data: [] }));
    }
    if (request.method === "GET") return answer(response, 200, JSON.stringify(provider.accepted));
    const body = await readAll(request);
    const key = header(request, "idempotency-key");
    const number = provider.requests.push({
      at: Date.now(),
      key,
      authorization: header(request, "authorization") ?? "",
    });
    const fault = provider.fault(number - 1);
    if (fault === "hang") return;
    if (fault) return refuse(response, fault);
    const before = key === null || provider.forgetful ? undefined : known.get(key);
    if (before && before.body !== body) {
      return refuse(response, { status: 409, name: "invalid_idempotent_request", message: "other payload" });
    }
    const id = before?.id ?? randomUUID();
    if (!before) {
      provider.accepted.push(JSON.parse(body));
      if (key !== null) known.set(key, { id, body });
    }
    if (provider.random() < provider.dropRate) return void request.socket.destroy();
    answer(response, 200, JSON.stringify({ id }));
  });
  const { port, close } = await serve(server);
  const url = `http://127.0.0.1:${port}`;
  setVariables({ RESEND_API_KEY: "re_system_0123456789", RESEND_BASE_URL: url });
  const provider: MailProvider = {
    url,
    accepted: [],
    requests: [],
    fault: () => null,
    questions: [],
    keyFault: () => null,
    dropRate: 0,
    random: Math.random,
    forgetful: false,
    close: async () => {
      setVariables({ RESEND_API_KEY: undefined, RESEND_BASE_URL: undefined });
      await close();
    },
  };
  return provider;
}

function setVariables(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  resetEnv();
}

function refuse(response: ServerResponse, fault: Exclude<Fault, "hang">): void {
  if ("page" in fault) {
    answer(response, fault.status, fault.page, { "content-type": "text/html" });
    return;
  }
  const { status, name = "application_error", message = "refused", headers } = fault;
  answer(response, status, JSON.stringify({ statusCode: status, name, message }), headers);
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
