const { AsyncLocalStorage } = require("node:async_hooks");
const { randomUUID } = require("node:crypto");
const { gatherWrites } = require("./answers.cjs");
const { drainBody, isEnding, limitBody } = require("./bodies.cjs");

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
  const { method = "", url = "" } = request;
  if (isEnding(request.socket)) return;
  drainBody(request, response);
  for (const [name, value] of ALWAYS) response.setHeader(name, String(value));
  if (!METHODS.includes(method)) {
    return refuse(response, 405, "METHOD_NOT_ALLOWED", `${method} is not supported`, allow());
  }
  if (url === "*" && method === "OPTIONS") {
    return response.writeHead(204, { ...allow(), "X-Request-Id": randomUUID() }).end();
  }
  if (!isPath(url)) {
    return refuse(response, 400, "VALIDATION_ERROR", "The address is not validly encoded");
  }
  if (isErrorPage(url)) return refuse(response, 404, "NOT_FOUND", "There is nothing here");
  const repeated = repeatedHeader(request.rawHeaders);
  if (repeated)
    return refuse(response, 400, "VALIDATION_ERROR", `The header ${repeated} comes more than once`);
  if (codingsBesides(request.headers).trim()) {
    return refuse(response, 400, "VALIDATION_ERROR", "Transfer-Encoding may be chunked only");
  }
  if (!isRouterState(request.headers["next-router-state-tree"])) {
    return refuse(response, 400, "VALIDATION_ERROR", "The header next-router-state-tree is malformed");
  }
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
 * Next serves its error page on request, with status 500 for an error that did not happen.
 * @param {string} url
 */
function isErrorPage(url) {
  return decodeURIComponent(url.split("?", 1)[0] ?? "").startsWith("/_global-error");
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

/** @param {string[]} raw */
function repeatedHeader(raw) {
  const names = raw
    .filter((_, /** @type {number} */ at) => at % 2 === 0)
    .map((/** @type {string} */ name) => name.toLowerCase());
  return ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
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
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "private, no-store",
    "X-Request-Id": randomUUID(),
    Connection: "close",
    ...headers,
  });
  response.end(JSON.stringify({ code, message }));
}
