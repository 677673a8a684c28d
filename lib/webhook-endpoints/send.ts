import { type IncomingMessage, request as plain, type RequestOptions } from "node:http";
import { request as secure } from "node:https";
import { DAY_MS } from "@/lib/time";
import { AddressError, bareHost, lookupFor, readTarget } from "./address";
import { deliveryFailures, MAX_KEPT_CHARS } from "./failures";

const TIMEOUT_MS = 10_000;
/** Maximum number of bytes read of an answer; fewer are stored. */
const MAX_READ_BYTES = 16 * 1024;

/** An endpoint's answer, or why there is none. */
export interface Answer {
  status: number | null;
  body: string | null;
  retryAfterMs: number | null;
  error: string | null;
}

/**
 * Posts a body to an endpoint. Never throws. The address is checked when the socket connects, redirects are answers
 * like any other, and anything that takes longer than ten seconds counts as no answer.
 */
export async function post(address: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const silence = (error: string): Answer => ({ status: null, body: null, retryAfterMs: null, error });
  try {
    return await exchange(readTarget(address), headers, body);
  } catch (error) {
    if (error instanceof AddressError) return silence(error.message);
    const { name, code } = error as NodeJS.ErrnoException;
    return silence(
      name === "TimeoutError" || name === "AbortError" ? deliveryFailures.timeout : wordsOf(code),
    );
  }
}

/** In our own words: a library's may quote anything. */
function wordsOf(code: string | undefined): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return deliveryFailures.name;
  if (code === "ECONNREFUSED") return deliveryFailures.refused;
  if (code === "ECONNRESET" || code === "EPIPE") return deliveryFailures.closed;
  if (code && /CERT|TLS|SSL|SELF_SIGNED|SIGNATURE/.test(code))
    return `${deliveryFailures.certificate}: ${code}`;
  return `${deliveryFailures.request}${code ? `: ${code}` : ""}`;
}

function exchange(url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: "POST",
    host: bareHost(url),
    port: url.port,
    path: url.pathname + url.search,
    headers: { ...headers, "content-type": "application/json", "content-length": bytes.length },
    lookup: lookupFor(url),
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return new Promise((resolve, reject) => {
    const settle = (response: IncomingMessage, chunks: Buffer[]) => {
      response.destroy();
      resolve(answerOf(response, Buffer.concat(chunks)));
    };
    const request = (url.protocol === "https:" ? secure : plain)(options, (response) => {
      const chunks: Buffer[] = [];
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        read += chunk.length;
        if (read >= MAX_READ_BYTES) settle(response, chunks);
      });
      response.once("end", () => settle(response, chunks));
      response.once("error", reject);
    });
    // Nobody asked for another protocol. Without this, Node ends the request silently: neither an answer nor an error.
    request.once("upgrade", (response, socket) => {
      socket.destroy();
      settle(response, []);
    });
    request.once("error", reject);
    // Whatever else ends it: an attempt without an end would keep its place from every workspace.
    request.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    request.end(bytes);
  });
}

function answerOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): Answer {
  return {
    status,
    body: readable(body),
    retryAfterMs: retryAfter(headers["retry-after"]),
    error: status >= 200 && status < 300 ? null : `${deliveryFailures.status} ${status}`,
  };
}

/** The part of an answer that a column can hold. */
function readable(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\0", "\u2400").slice(0, MAX_KEPT_CHARS).toWellFormed();
}

const LONGEST_WAIT_MS = DAY_MS;

/** RFC 9110, 10.2.3: seconds or a date; a day at most. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : null;
}
