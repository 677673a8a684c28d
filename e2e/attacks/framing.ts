import { head, say, statusesOf } from "./raw";
import { inParallel, type Target, type User } from "./target";

/** Messages that two parsers may understand differently, and how each must end: refused, or answered once. */
export async function framingFaults(at: Target, { token }: User): Promise<string[]> {
  const host = "Host: localhost";
  const bearer = `Authorization: Bearer ${token}`;
  const post = (...lines: string[]) =>
    head("POST /api/tags HTTP/1.1", host, bearer, "Content-Type: application/json", ...lines);
  const smuggled = head("GET /api/health HTTP/1.1", host);
  const chunked = "Transfer-Encoding: chunked";
  const refused: Record<string, string> = {
    "two lengths": `${post("Content-Length: 2", "Content-Length: 4")}{}{}`,
    "a list of lengths": `${post("Content-Length: 2, 2")}{}`,
    "a length with a sign": `${post("Content-Length: +2")}{}`,
    "length and chunks": `${post("Content-Length: 5", chunked)}0\r\n\r\n${smuggled}`,
    "chunks and length": `${post(chunked, "Content-Length: 5")}0\r\n\r\n${smuggled}`,
    "chunked twice": `${post(chunked, "Transfer-Encoding: identity")}0\r\n\r\n${smuggled}`,
    "a coded body": `${post("Transfer-Encoding: gzip, chunked")}0\r\n\r\n${smuggled}`,
    "chunked with a blank": `${post("Transfer-Encoding : chunked")}0\r\n\r\n${smuggled}`,
    "chunked with a tab": `${post("Transfer-Encoding:\x0bchunked")}0\r\n\r\n${smuggled}`,
    "almost chunked": `${post("Transfer-Encoding: xchunked")}0\r\n\r\n${smuggled}`,
    "a folded header": post("X-A: b\r\n Transfer-Encoding: chunked"),
    "a bare line feed": `GET /api/health HTTP/1.1\n${host}\n\n`,
    "a bare carriage return": head("GET /api/health HTTP/1.1", host, "X-A: b\rX-C: d"),
    "a NUL": head("GET /api/health HTTP/1.1", host, "X-A: b\0"),
    "no host": head("GET /api/health HTTP/1.1"),
    "two hosts": head("GET /api/health HTTP/1.1", host, "Host: evil.example"),
    "two tokens": head("GET /api/tags HTTP/1.1", host, bearer, "Authorization: Bearer x"),
    "two types": `${post("Content-Type: text/plain", "Content-Length: 2")}{}`,
    "another site's address": head("GET http://evil.example/api/health HTTP/1.1", host),
    "a chunk with a sign": `${post(chunked)}-1\r\n{}\r\n0\r\n\r\n`,
    "a chunk in hex": `${post(chunked)}0x2\r\n{}\r\n0\r\n\r\n`,
    "a huge chunk": `${post(chunked)}FFFFFFFFFFFFFFFFF\r\n{}`,
    "an extension over two lines": `${post(chunked)}2;a\nb\r\n{}\r\n0\r\n\r\n`,
    "an unknown method": head("BREW /api/health HTTP/1.1", host),
    TRACE: head("TRACE / HTTP/1.1", host),
    "headers of 20 000 bytes": head("GET /api/health HTTP/1.1", host, `X-A: ${"a".repeat(20_000)}`),
    "3000 headers": head(
      "GET /api/health HTTP/1.1",
      host,
      ...Array.from({ length: 3000 }, (_, i) => `X${i}: a`),
    ),
    "an address of 20 000 bytes": head(`GET /${"a".repeat(20_000)} HTTP/1.1`, host),
  };
  const found = await inParallel(Object.entries(refused), async ([name, text]) => {
    const heard = await say(at, text, 1500);
    const [first = 0, ...more] = statusesOf(heard);
    return first >= 400 && first < 500 && !more.includes(200) ? [] : [`${name}: ${[first, ...more]}`];
  });
  const answered = ["websocket", "h2c", "TLS/1.0"].map(async (offer) => {
    const upgrade = head("GET /api/health HTTP/1.1", host, "Connection: Upgrade", `Upgrade: ${offer}`);
    const page = head("GET /contacts HTTP/1.1", host, "Connection: Upgrade", `Upgrade: ${offer}`);
    const statuses = [...statusesOf(await say(at, upgrade)), ...statusesOf(await say(at, page))];
    return statuses.join() === "200,307" ? [] : [`an offer of ${offer}: ${statuses}`];
  });
  const tunnel = await say(at, head("CONNECT 127.0.0.1:22 HTTP/1.1", host));
  const tunnelled = tunnel.closed && !statusesOf(tunnel).includes(200) ? [] : ["a tunnel"];
  return [...found.flat(), ...(await Promise.all(answered)).flat(), ...tunnelled];
}

/** Bodies and headers that never arrive completely: how long the server waits for each, with all connections waiting at once. */
export async function patienceFaults(at: Target): Promise<string[]> {
  const slow = [
    ["headers", "GET /api/health HTTP/1.1\r\nHost: loc", 27_000],
    [
      "a body",
      `${head("POST /api/webhooks HTTP/1.1", "Host: a", "Content-Type: application/json", "Content-Length: 9")}{`,
      36_000,
    ],
    ["a sign-up", `${head("POST /auth/v1/signup HTTP/1.1", "Host: a", "Content-Length: 9")}{`, 36_000],
    [
      "an upload of a stranger",
      `${head("POST /api/imports?filename=a.csv HTTP/1.1", "Host: a", "Content-Type: text/csv", "Content-Length: 9000000")}a`,
      36_000,
    ],
    ["a chunk", `${head("POST /api/tags HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")}5\r\na`, 36_000],
    ["a page's body", `${head("POST /sign-in HTTP/1.1", "Host: a", "Content-Length: 9")}a`, 36_000],
  ] as const;
  const heard = await Promise.all(
    slow.flatMap(([name, text, limit]) =>
      Array.from({ length: 10 }, async () => ({ name, ...(await say(at, text, limit)) })),
    ),
  );
  return heard
    .filter(({ closed }) => !closed)
    .map(({ name, ms }) => `waits for ${name} ${Math.round(ms / 1000)} s`);
}
