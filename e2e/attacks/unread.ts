import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "./document";
import { filled } from "./document";
import { head, statusesOf } from "./raw";
import { anyAddress, inParallel, type Target } from "./target";

const SIZES = [150_000, 200_000, 1_000_000, 5_000_000];

/** How long the next request on a connection may wait, and an announced end take. */
const NEXT_MS = 2_000;

const CREDENTIALS = [[], ["Authorization: Bearer wrong", "apikey: wrong"]];

/** What else takes bodies, or is no operation at all. */
const OTHERS = [
  "POST /auth/v1/token?grant_type=password",
  "POST /auth/v1/signup",
  "PUT /auth/v1/user",
  "POST /auth/v1/nowhere",
  "POST /mcp",
  "POST /metrics",
  "POST /resend/emails",
  "POST /sign-in",
  "POST /contacts",
  "POST /nowhere",
  "POST /api/nowhere",
  "POST /api/%ff",
  "PUT /api/contacts",
  "PROPFIND /api/contacts",
];

const TYPES = ["application/json", "application/octet-stream", "text/csv"];

/** A request with a body that nobody will want to read to its end. */
interface Unread {
  target: string;
  size: number;
  isChunked: boolean;
  credentials: string[];
  type: string;
}

/** Every operation with bodies of each size, with their length and in chunks, without credentials and with wrong ones. */
export function unreadBodies(operations: Operation[]): Unread[] {
  const id = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
  const known = operations.map((one) => `${one.method} ${filled(one, () => id)}`);
  return [...known, ...OTHERS].flatMap((target, at) =>
    SIZES.flatMap((size, nth) =>
      [true, false].map((isChunked) => ({
        target,
        size,
        isChunked,
        credentials: CREDENTIALS[(at + nth + Number(isChunked)) % 2] ?? [],
        type: TYPES[(at + nth) % TYPES.length] ?? "",
      })),
    ),
  );
}

/** Connections on which an answer leaves a body unread: the next request is answered, or the end was announced. */
export async function unreadFaults(at: Target, bodies: Unread[]): Promise<string[]> {
  const found = await inParallel(bodies, async (sent) => {
    const fault = await faultOf(at, sent);
    const title = `${sent.target} ${sent.size}${sent.isChunked ? " in chunks" : ""}`;
    return fault ? [`${title}: ${fault}`] : [];
  });
  return found.flat();
}

async function faultOf({ url }: Target, sent: Unread): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
  const heard = { text: "", hasEnded: false, error: "" };
  socket.setEncoding("latin1").on("data", (text) => {
    heard.text += text;
  });
  socket.on("end", () => {
    heard.hasEnded = true;
  });
  socket.on("error", ({ message }) => {
    heard.error = message;
  });
  const within = async (ms: number, isTrue: () => boolean) => {
    for (const end = Date.now() + ms; Date.now() < end && !isTrue() && !heard.error; ) await sleep(5);
    return isTrue();
  };
  try {
    socket.write(messageOf(sent), "latin1");
    if (!(await within(10_000, () => isWhole(heard.text)))) return heard.error || "no answer";
    if (/^connection: close\r$/im.test(heard.text)) {
      return (await within(NEXT_MS, () => heard.hasEnded)) ? undefined : heard.error || "stays open";
    }
    const first = statusesOf({ ...heard, closed: false, ms: 0 })[0];
    heard.text = "";
    socket.write(head("GET /api/health HTTP/1.1", "Host: localhost", `X-Forwarded-For: ${anyAddress()}`));
    const isAnswered = await within(NEXT_MS, () => heard.text.startsWith("HTTP/1.1 200"));
    return isAnswered ? undefined : `${first}, then ${heard.error || heard.text || "silence"}`;
  } finally {
    socket.destroy();
  }
}

function messageOf({ target, size, isChunked, credentials, type }: Unread): string {
  const begin = (framing: string) =>
    head(
      `${target} HTTP/1.1`,
      "Host: localhost",
      `X-Forwarded-For: ${anyAddress()}`,
      `Content-Type: ${type}`,
      framing,
      ...credentials,
    );
  if (!isChunked) return begin(`Content-Length: ${size}`) + "x".repeat(size);
  const chunk = `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`;
  return `${begin("Transfer-Encoding: chunked") + chunk.repeat(size / 10_000)}0\r\n\r\n`;
}

/** Whether an answer has arrived to its end. */
function isWhole(text: string): boolean {
  const [top = "", ...rest] = text.split("\r\n\r\n");
  if (rest.length === 0) return false;
  const length = /^content-length: (\d+)/im.exec(top)?.[1];
  if (length !== undefined) return rest.join("\r\n\r\n").length >= Number(length);
  return !/^transfer-encoding: chunked/im.test(top) || text.endsWith("\r\n0\r\n\r\n");
}
