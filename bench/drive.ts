import { connect, type Socket } from "node:net";

export interface Driven {
  /** ms of each answer. */
  latencies: number[];
  seconds: number;
}

/** The request that is sent over and over. `headers` and `change` are called for each request. */
export interface Asked {
  url: string;
  headers: () => Record<string, string>;
  /** The body of a PATCH, in ASCII; without it the request is a GET. */
  change?: () => object;
}

/**
 * Sends requests on that many keep-alive connections as fast as answers arrive, for that long. Written on the bare
 * socket: Node's own HTTP client takes as long for a request as the server that is measured, on the same cores. Throws
 * at any answer but 200.
 */
export async function drive(asked: Asked, connections: number, seconds: number): Promise<Driven> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const latencies: number[] = [];
  await Promise.all(Array.from({ length: connections }, () => onOneConnection(asked, end, latencies)));
  return { latencies, seconds: (performance.now() - started) / 1000 };
}

async function onOneConnection(asked: Asked, end: number, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(asked.url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  try {
    await new Promise<void>((resolve, reject) => {
      let heard = Buffer.alloc(0);
      let from = 0;
      const ask = () => {
        from = performance.now();
        send(socket, asked);
      };
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the server closed the connection")));
      socket.on("connect", ask);
      socket.on("data", (chunk) => {
        heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk]);
        const answer = wholeAnswer(heard);
        if (!answer) return;
        if (answer.status !== 200) return reject(new Error(heard.toString("latin1").slice(0, 500)));
        latencies.push(performance.now() - from);
        heard = heard.subarray(answer.bytes);
        if (performance.now() < end) ask();
        else resolve();
      });
    });
  } finally {
    socket.removeAllListeners().on("error", () => undefined);
    socket.destroy();
  }
}

function send(socket: Socket, { url, headers, change }: Asked): void {
  const { host, pathname, search } = new URL(url);
  const body = change ? JSON.stringify(change()) : "";
  const typed = change && { "content-type": "application/json", "content-length": String(body.length) };
  const lines = Object.entries({ host, accept: "application/json", ...headers(), ...typed });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`${change ? "PATCH" : "GET"} ${pathname}${search} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** The first answer in the bytes; null while a part of it is missing (RFC 9112, 6 and 7.1). */
function wholeAnswer(heard: Buffer): { status: number; bytes: number } | null {
  const body = heard.indexOf("\r\n\r\n") + 4;
  if (body < 4) return null;
  const head = heard.toString("latin1", 0, body).toLowerCase();
  const bytes = /\r\ntransfer-encoding: *chunked\r\n/.test(head)
    ? endOfChunks(heard, body)
    : body + Number(/\r\ncontent-length: *(\d+)\r\n/.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(bytes)) throw new Error(`an answer without length: ${head}`);
  return bytes <= heard.length ? { status: Number(head.slice(9, 12)), bytes } : null;
}

function endOfChunks(heard: Buffer, from: number): number {
  for (let at = from; ; ) {
    const line = heard.indexOf("\r\n", at);
    if (line < 0) return Number.POSITIVE_INFINITY;
    const size = Number.parseInt(heard.toString("latin1", at, line), 16);
    at = line + 2 + size + 2;
    if (size === 0) return at;
  }
}
