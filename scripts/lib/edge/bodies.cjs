const { written } = require("./refusals.cjs");

/** A body must have arrived by then; the app extends this for an upload with a valid token. */
const BODY_MS = 30_000;

const TOO_SLOW = /** @type {const} */ ([
  "408 Request Timeout",
  "VALIDATION_ERROR",
  "The body took too long to arrive",
]);

/**
 * Ends the connection when the body does not arrive in time. Returns the function with which the app grants this
 * request more time, counted from the call.
 * @returns {(ms: number) => void}
 */
exports.limitBody = (
  /** @type {import("node:http").IncomingMessage} */ request,
  /** @type {import("node:http").ServerResponse} */ response,
  limitMs = BODY_MS,
) => {
  if (!hasBody(request)) return () => {};
  let timer = setTimeout(end, limitMs, request, response);
  request.once("close", () => clearTimeout(timer));
  return (ms) => {
    if (request.complete || request.destroyed) return;
    clearTimeout(timer);
    timer = setTimeout(end, ms, request, response);
  };
};

/** For how long a body that nobody reads any more may continue to arrive. */
const DRAIN_MS = 10_000;
/** For how long the client may take to close its side once everything is said. */
const CLOSE_MS = 1_000;

/** Connections on which the last answer has been given. */
const ending = new WeakSet();

/**
 * Whether an answer on this connection has announced its end: whatever follows must not be processed (RFC 9112, 9.6).
 */
exports.isEnding = (/** @type {import("node:net").Socket} */ socket) => ending.has(socket);

/**
 * An answer that begins before its request has arrived completely announces that it is the connection's last one. The
 * rest of the body is then read and discarded before the connection is closed: cut at once, a client that is still
 * sending could lose the answer; kept open, the connection would stall on a body that nobody reads, and with it the
 * next request, which may be another user's behind a proxy. Slower clients are cut off.
 */
exports.drainBody = (
  /** @type {import("node:http").IncomingMessage} */ request,
  /** @type {import("node:http").ServerResponse} */ response,
  limitMs = DRAIN_MS,
) => {
  if (!hasBody(request)) return;
  // Readers that give up destroy the request and take its socket away (node:stream's async iterator).
  const { socket } = request;
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    if (!request.complete) {
      response.setHeader("Connection", "close");
      ending.add(socket);
      // Called when the answer is sent.
      socket.destroySoon = () => linger(request, socket, limitMs);
    }
    return Reflect.apply(writeHead, response, head);
  };
};

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:net").Socket} socket
 * @param {number} limitMs
 */
function linger(request, socket, limitMs) {
  Reflect.deleteProperty(socket, "destroySoon");
  let timer = setTimeout(() => socket.destroySoon(), limitMs);
  socket.once("close", () => clearTimeout(timer));
  const close = () => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.end();
  };
  if (request.complete) return close();
  // What the parser delivers. A request that was destroyed takes nothing, and the parser would wait for it for ever.
  const { push } = request;
  request.push = (/** @type {unknown} */ chunk) => {
    if (chunk !== null) return true;
    close();
    return push.call(request, null);
  };
  request.unpipe();
  request.removeAllListeners("data").removeAllListeners("readable");
  request.resume();
  socket.resume();
}

/** @param {{ headers: import("node:http").IncomingHttpHeaders }} options */
function hasBody({ headers }) {
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Written past the app, which may be waiting for the body with its own response open.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function end(request, response) {
  // All of it has arrived, and the app takes its time to read it.
  if (request.complete) return;
  const { socket } = request;
  // Once a response has begun nothing else can be sent.
  if (!response.headersSent && socket.writable) socket.write(written(...TOO_SLOW));
  socket.destroySoon();
}
