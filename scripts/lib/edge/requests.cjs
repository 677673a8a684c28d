const { AsyncLocalStorage } = require("node:async_hooks");
const { randomUUID } = require("node:crypto");
const { drainBody, limitBody } = require("./bodies.cjs");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * What the app cannot learn from headers, because anybody may write those: who is at the other end of the connection.
 * `lib/http/connection.ts` reads it.
 */
globalThis.kithConnection ??= new AsyncLocalStorage();

const isHttps = process.env.APP_URL?.trim().startsWith("https:");

/**
 * Headers of every answer, whoever writes the rest of it: redirects and refusals never see those of next.config.ts,
 * which are more, and go over these.
 */
const ALWAYS = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
});

/** Passes a request on to Next, or answers what Next would answer with a 500 or in plain text. */
exports.admit = (server, listener, request, response) => {
  for (const [name, value] of ALWAYS) response.setHeader(name, value);
  if (!METHODS.includes(request.method)) {
    return refuse(response, 405, "METHOD_NOT_ALLOWED", `${request.method} is not supported`, allow());
  }
  if (request.url === "*" && request.method === "OPTIONS") {
    return response.writeHead(204, { ...allow(), "X-Request-Id": randomUUID() }).end();
  }
  if (!isPath(request.url)) {
    return refuse(response, 400, "VALIDATION_ERROR", "The address is not validly encoded");
  }
  if (isErrorPage(request.url)) return refuse(response, 404, "NOT_FOUND", "There is nothing here");
  const repeated = repeatedHeader(request.rawHeaders);
  if (repeated)
    return refuse(response, 400, "VALIDATION_ERROR", `The header ${repeated} comes more than once`);
  if (codingsBesides(request.headers).trim()) {
    return refuse(response, 400, "VALIDATION_ERROR", "Transfer-Encoding may be chunked only");
  }
  if (!isRouterState(request.headers["next-router-state-tree"])) {
    return refuse(response, 400, "VALIDATION_ERROR", "The header next-router-state-tree is malformed");
  }
  drainBody(request, response);
  const connection = {
    peer: request.socket.remoteAddress ?? "",
    own: request.socket.localAddress ?? "",
    listensOn: server.address()?.address ?? "",
    forwardedFor: request.headers["x-forwarded-for"] ?? null,
    giveTime: limitBody(request, response),
  };
  return globalThis.kithConnection.run(connection, () => listener(request, response));
};

/** A path that can be decoded and read as an address: no `*`, no other site's address, no `//`. */
function isPath(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0]);
    return url.startsWith("/") && URL.canParse(url, "http://localhost");
  } catch {
    return false;
  }
}

/** Next shows its page for failures to whoever asks, with the status 500 of a failure that did not happen. */
function isErrorPage(url) {
  return decodeURIComponent(url.split("?", 1)[0]).startsWith("/_global-error");
}

/** By Next's own rules: it throws where this says no, and answers 500. */
function isRouterState(header) {
  if (header === undefined) return true;
  try {
    const { parseAndValidateFlightRouterState } = require(ROUTER_STATE);
    parseAndValidateFlightRouterState(header);
    return true;
  } catch (error) {
    return error.code === "MODULE_NOT_FOUND";
  }
}

const ROUTER_STATE = "next/dist/server/app-render/parse-and-validate-flight-router-state";

/** Those of which Node takes the first and a proxy may have looked at the last. */
const ONCE = ["host", "authorization", "content-type"];

function repeatedHeader(raw) {
  const names = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  return ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** What a body went through besides being cut into chunks: a proxy may have undone it, we would not. */
function codingsBesides({ "transfer-encoding": codings = "" }) {
  return codings.replace(/\bchunked\s*$/i, "");
}

const allow = () => ({ Allow: METHODS.join(", ") });

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
