import { filled, type Operation } from "./document";
import { head, say } from "./raw";
import { type Answer, ask, type Headers, inParallel, type Sent, type Target, type User } from "./target";

const PAGES = [
  "/",
  "/sign-in",
  "/contacts",
  "/imports/new",
  "/settings",
  "/docs",
  "/inbox",
  "/auth/confirm?token_hash=x",
  "/nowhere",
];

/** Addresses that trip routers, decoders and file servers. */
const ODD = [
  "/contacts/x.png",
  "/imports/x.svg",
  "/contacts/a.txt",
  "/contacts/%00",
  "/contacts/%ff",
  "/contacts/%E0%A4%A",
  "/%",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/_next/static/%2e%2e/%2e%2e/package.json",
  "/.env",
  "/.git/config",
  "/package.json",
  "/.next/BUILD_ID",
  "/%5cevil.example",
  "/\\evil.example",
  "/a//b",
  "/_next/image?url=%2Fapi%2Fhealth&w=64&q=75",
  "/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75",
  "/_next/data/x/contacts.json",
  "/_global-error",
  "/_error",
  "/_not-found",
  "/404",
  "/500",
  "/contacts.rsc",
  "/contacts/[id]",
  "/(dashboard)/contacts",
  "/API/contacts",
  "/api",
  "/api/",
  "/api/nowhere",
  "/api/contacts/",
  "/api/contacts;a=b",
  "/api/contacts/..%2fsettings",
  "/api/%",
  "/auth/v1",
  "/auth/v1/nowhere",
  "/resend/emails",
  "/auth/callback?code=%00&next=%2F%2Fevil.example",
  "/inbox/open?key=%00",
  `/contacts/${"a".repeat(6000)}`,
];

/** Addresses that a client would normalise before it sends them. */
const UNRESOLVED = [
  "/../../etc/passwd",
  "/_next/static/../../package.json",
  "/_next/static/%2e%2e/%2e%2e/package.json",
  "/_next/static/..%5c..%5cpackage.json",
  "//evil.example/%2e%2e",
  "///evil.example",
  "/\\evil.example/x",
  "/.//evil.example",
  "/%09/evil.example",
  "/..;/package.json",
  "/public/../package.json",
  "/nowhere/../.env",
];

/** Headers that tell frameworks and proxies how to treat a request. */
const STEERING: Headers[] = [
  {},
  { purpose: "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "next-router-prefetch": "1" },
  { rsc: "1", "next-router-state-tree": "%7Bnonsense" },
  { rsc: "1", "next-router-state-tree": "[".repeat(3000) },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/../../etc/passwd" },
  { "x-middleware-subrequest": Array(5).fill("middleware").join(":") },
  { "x-middleware-subrequest": Array(5).fill("src/middleware").join(":") },
  { "x-middleware-prefetch": "1", "x-middleware-next": "1", "x-middleware-rewrite": "/contacts" },
  {
    "x-matched-path": "/contacts",
    "x-invoke-path": "/contacts",
    "x-invoke-status": "200",
    "x-nextjs-data": "1",
  },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript", forwarded: "host=evil.example" },
  { "x-original-url": "/inbox", "x-rewrite-url": "/inbox", "x-http-method-override": "DELETE" },
  { "x-nonce": `"><script>`, "content-security-policy": "script-src 'unsafe-inline'" },
  { cookie: "kith-auth=base64-%%%; kith-auth.0=base64-eyJ; kith-auth.1=x; __proto__=1" },
  { cookie: `kith-auth=base64-${Buffer.from('{"access_token":7,"expires_at":"x"}').toString("base64url")}` },
  { range: "bytes=0-1", "if-none-match": "*", "accept-encoding": "br;q=zzz" },
];

/** How many requests `pageFaults` sends. */
export const EXCHANGES = { addresses: PAGES.length + ODD.length, "kinds of headers": STEERING.length };

/** What is wrong with an answer, whatever the request and the caller. */
function answerFaults(title: string, { status, headers, text }: Answer): string[] {
  const policy = headers.get("content-security-policy") ?? "";
  const faults = status >= 500 ? [`${status}`] : [];
  if (!policy.includes("frame-ancestors 'none'") || /script-src[^;]*unsafe-(inline|eval)/.test(policy))
    faults.push("no policy");
  if (headers.get("x-frame-options") !== "DENY") faults.push("may be framed");
  if (headers.get("x-content-type-options") !== "nosniff") faults.push("may be sniffed");
  if (headers.get("x-powered-by")) faults.push("says what it runs on");
  const target = headers.get("location");
  if (target !== null && /^(?:[a-z]+:|\/[/\\])/i.test(target)) faults.push(`leads to ${target}`);
  if (/root:.*:0:0:|"dependencies":|\[core\]/.test(text)) faults.push("shows a file");
  if (/\n\s+at .*(?:node_modules|\.next)\//.test(text)) faults.push("shows a stack");
  return faults.map((fault) => `${title}: ${fault}`);
}

/** Pages and odd addresses with every header that may influence the framework. */
export async function pageFaults(at: Target, paths = [...PAGES, ...ODD]): Promise<string[]> {
  const cells = paths.flatMap((path) => STEERING.map((headers) => ({ path, headers })));
  const faults = await inParallel(cells, async ({ path, headers }) => {
    const got = await ask(at, path, { headers });
    return answerFaults(`${path.slice(0, 60)} ${Object.keys(headers)}`, got);
  });
  const bare = await inParallel(UNRESOLVED, async (path) => {
    const { text } = await say(at, head(`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close"));
    const isOut = /^HTTP\/1.1 200/.test(text) || /^location: *(?:[a-z]+:|\/[/\\])/im.test(text);
    return isOut || /"dependencies":|root:.*:0:0:/.test(text) ? [`${path}: ${text.slice(0, 80)}`] : [];
  });
  const images = await ask(at, "/_next/image?url=%2Ficon.svg&w=64&q=75");
  return [
    ...faults.flat(),
    ...bare.flat(),
    ...(images.status === 404 ? [] : [`the optimiser answers ${images.status}`]),
  ];
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/xml",
  "",
  ";",
];

/** Refused for their bodies they count, too. */
const UPLOADS = 5;

/** Methods and media types that the document does not describe for an address. */
export async function shapeFaults(at: Target, operations: Operation[], user: User): Promise<string[]> {
  const id = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
  const headers = { authorization: `Bearer ${user.token}` };
  const check = async (title: string, path: string, sent: Sent, status: number, code: string) => {
    const got = await ask(at, path, { ...sent, headers: { ...headers, ...sent.headers } });
    const isRight = got.status === status && (sent.method === "HEAD" || got.json?.code === code);
    return isRight ? [] : [`${title}: ${got.status} ${got.text.slice(0, 60)}`];
  };
  // An operation for machines refuses other callers before it looks at anything else.
  const others = operations.filter(({ audience }) => audience !== "machines");
  const paths = [...new Set(others.map(({ path }) => path))];
  const known = (path: string) => operations.filter((one) => one.path === path).map(({ method }) => method);
  const methods = paths.flatMap((path) =>
    METHODS.filter((method) => !known(path).includes(method) && method !== "OPTIONS")
      .filter((method) => method !== "HEAD" || !known(path).includes("GET"))
      .map(
        (method) => () =>
          check(
            `${method} ${path}`,
            filled({ path }, () => id),
            { method },
            405,
            "METHOD_NOT_ALLOWED",
          ),
      ),
  );
  const taking = others.filter(({ types }) => types.join() === "application/json");
  const types = taking.flatMap((operation) =>
    TYPES.filter((type) => !operation.types.some((own) => type.startsWith(own)))
      .slice(0, operation.id === "createUploadToken" ? UPLOADS : undefined)
      .map((type) => () => {
        const sent = { method: operation.method, headers: { "content-type": type }, body: "{}" };
        return check(
          `${operation.id} as ${type}`,
          filled(operation, () => id),
          sent,
          415,
          "UNSUPPORTED_MEDIA_TYPE",
        );
      }),
  );
  return (await inParallel([...methods, ...types], (work) => work())).flat();
}

/** A word in every part of a request that could be logged; `logFaults` says whether it became a line of its own. */
export async function writeIntoLog(at: Target, word: string): Promise<void> {
  const line = `{"level":"info","msg":"${word}"}`;
  for (const end of ["\n", "\r\n", "\u2028", "\u0085", "\x1b[2K\r"]) {
    const text = encodeURIComponent(`${end}${line}${end}`);
    const headers = {
      "x-request-id": word,
      referer: `http://a/${text}`,
      "user-agent": `${word}\t${line}`,
      "next-action": line,
    };
    for (const path of [
      `/${text}`,
      `/_next/image?url=${text}&w=64&q=75`,
      `/api/${text}`,
      `/api/contacts?search=${text}`,
      `/auth/v1/${text}`,
    ])
      for (const method of ["GET", "POST"]) await ask(at, path, { method, headers });
  }
}

/** Lines of the log that are not events of ours. */
export function logFaults(lines: string[], word: string): string[] {
  return lines.flatMap((line) => {
    try {
      const { level, msg } = JSON.parse(line);
      return typeof level === "string" && msg !== word ? [] : [line.slice(0, 200)];
    } catch {
      return [line.slice(0, 200)];
    }
  });
}
