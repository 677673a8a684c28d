const { AsyncLocalStorage } = require("node:async_hooks");
const { randomUUID } = require("node:crypto");
const { gatherWrites } = require("./answers.cjs");
const { drainBody, isEnding, limitBody } = require("./bodies.cjs");
const refusals = require("./refusals.cjs");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
exports.METHODS = METHODS;

/**
 * The two ends of the connection, which the app cannot learn from headers, because clients write those.
 * `lib/http/connection.ts` reads it.
 */
const holder = /** @type {{ kithConnection?: import("node:async_hooks").AsyncLocalStorage<object> }} */ (
  globalThis
);
holder.kithConnection ??= new AsyncLocalStorage();

const isHttps = process.env.APP_URL?.trim().startsWith("https:");

/**
 * Headers of every response, whoever writes the rest of it: redirects and refusals never get those of next.config.ts,
 * which are more, and which override these.
 */
const ALWAYS = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
});

/** Passes a request on to Next, or answers requests to which Next would respond with a 500 or in plain text. */
exports.admit = (
  /** @type {import("node:http").Server} */ server,
  /** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} */ listener,
  /** @type {import("node:http").IncomingMessage} */ request,
  /** @type {import("node:http").ServerResponse} */ response,
) => {
  const { method = "" } = request;
  const url = pathOf(request);
  if (isEnding(request.socket)) return;
  drainBody(request, response);
  for (const [name, value] of ALWAYS) response.setHeader(name, String(value));
  if (!METHODS.includes(method)) {
    return refuse(response, 405, "METHOD_NOT_ALLOWED", `${method} is not supported`, allow());
  }
  // Node's own refusal (`requireHostHeader`) has no body.
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    return refuse(response, 400, "VALIDATION_ERROR", "The header host is missing");
  }
  if (url === "*" && method === "OPTIONS") {
    return response.writeHead(204, { ...allow(), "X-Request-Id": randomUUID() }).end();
  }
  if (!isPath(url)) {
    const isElsewhere = !url.startsWith("/");
    const reason = isElsewhere ? "The target is no path of this host" : "The address is not validly encoded";
    return refuse(response, 400, "VALIDATION_ERROR", reason);
  }
  if (isErrorPage(url)) return refuse(response, 404, "NOT_FOUND", "There is nothing here");
  const repeated = repeatedHeader(request);
  if (repeated)
    return refuse(response, 400, "VALIDATION_ERROR", `The header ${repeated} comes more than once`);
  if (codingsBesides(request.headers).trim()) {
    return refuse(response, 400, "VALIDATION_ERROR", "Transfer-Encoding may be chunked only");
  }
  if (!isRouterState(request.headers["next-router-state-tree"])) {
    return refuse(response, 400, "VALIDATION_ERROR", "The header next-router-state-tree is malformed");
  }
  request.url = withoutSpareSlashes(url);
  if (isForPrograms(request.url)) delete request.headers.rsc;
  gatherWrites(response);
  const connection = {
    peer: request.socket.remoteAddress ?? "",
    own: request.socket.localAddress ?? "",
    listensOn: addressOf(server),
    forwardedFor: request.headers["x-forwarded-for"] ?? null,
    giveTime: limitBody(request, response),
  };
  return holder.kithConnection?.run(connection, () => listener(request, response));
};

/** @param {import("node:http").Server} server */
function addressOf(server) {
  const address = server.address();
  return address && typeof address === "object" ? address.address : "";
}

/**
 * The path and query of a request's target. Servers must accept whole addresses, too (RFC 9112, 3.2.2): of the host that
 * the request also names in its header, because a proxy may have read the other one.
 * @param {import("node:http").IncomingMessage} request
 */
function pathOf({ url = "", headers: { host = "" } }) {
  const [, scheme = "", authority = "", rest = ""] = /^(https?:\/\/)([^/?#]*)(.*)$/i.exec(url) ?? [];
  const named = hostOf(scheme + authority);
  if (named === "" || named !== hostOf(scheme + host)) return url;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Host and port of an address that has nothing else in front of its path.
 * @param {string} address
 */
function hostOf(address) {
  return URL.canParse(address) && !address.includes("@") ? new URL(address).host : "";
}

/**
 * A path that can be decoded and read as an address: no `*`, no other site's address, no `//`.
 * @param {string} url
 */
function isPath(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url.startsWith("/") && URL.canParse(url, "http://localhost");
  } catch {
    return false;
  }
}

/**
 * A path of the API without `.` and `..`, without a slash at its end and without repeated ones. Next would redirect to
 * it, with an answer that is neither counted nor documented, and that many clients take for a success. Only there:
 * proxies may guard other paths by their exact names.
 * @param {string} url
 */
function withoutSpareSlashes(url) {
  const [path = "", ...query] = url.split("?");
  const { pathname } = new URL(`http://localhost${path}`);
  const short = pathname.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
  return /^\/api(?:\/|$)/.test(pathnameOf(short)) ? [short, ...query].join("?") : url;
}

/**
 * Next would redirect a request with its own header `rsc` before any of our routes has seen it. Only pages have use for it.
 * @param {string} url
 */
function isForPrograms(url) {
  return /^\/(?:api|auth\/(?:v1|provision)|mcp|metrics|resend)(?:\/|$)/.test(pathnameOf(url));
}

/**
 * Next serves its error page on request, with status 500 for an error that did not happen.
 * @param {string} url
 */
function isErrorPage(url) {
  return pathnameOf(url).startsWith("/_global-error");
}

/**
 * What Next looks for: without `.` and `..`, decoded.
 * @param {string} url
 */
function pathnameOf(url) {
  return decodeURIComponent(new URL(`http://localhost${url}`).pathname);
}

/**
 * By Next's own rules: it throws where this returns false, and answers 500.
 * @param {string | string[] | undefined} header
 */
function isRouterState(header) {
  if (header === undefined) return true;
  try {
    const { parseAndValidateFlightRouterState } = require(ROUTER_STATE);
    parseAndValidateFlightRouterState(header);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
  }
}

const ROUTER_STATE = "next/dist/server/app-render/parse-and-validate-flight-router-state";

/** Headers of which Node takes the first value and a proxy may have used the last. */
const ONCE = ["host", "authorization", "content-type"];

/**
 * The header that stands twice and may not. Node joins two keys into one that nobody sent: if they are equal, one counts.
 * @param {import("node:http").IncomingMessage} request
 */
function repeatedHeader({ headers, headersDistinct }) {
  const [key, ...others] = headersDistinct["idempotency-key"] ?? [];
  if (others.some((other) => other !== key)) return "idempotency-key";
  if (key !== undefined) headers["idempotency-key"] = key;
  return ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
}

/**
 * A body's encodings besides chunking: a proxy may have removed them, we would not.
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function codingsBesides({ "transfer-encoding": codings = "" }) {
  return codings.replace(/\bchunked\s*$/i, "");
}

const allow = () => ({ Allow: METHODS.join(", ") });

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} code
 * @param {string} message
 * @param {Record<string, string>} [headers]
 */
function refuse(response, status, code, message, headers) {
  response.writeHead(status, { ...refusals.headers(), ...headers });
  response.end(JSON.stringify({ code, message }));
}
