/** A body must have arrived by then; the app extends this for an upload with a valid token. */
const BODY_MS = 30_000;

const TOO_SLOW = JSON.stringify({ code: "VALIDATION_ERROR", message: "The body took too long to arrive" });

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

/**
 * After the answer, reads and discards the rest of a body that the app stopped reading: otherwise the connection
 * stalls until it is cut, and the next request on it is lost. Slower clients are cut off.
 */
exports.drainBody = (
  /** @type {import("node:http").IncomingMessage} */ request,
  /** @type {import("node:http").ServerResponse} */ response,
  limitMs = DRAIN_MS,
) => {
  if (!hasBody(request)) return;
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    const timer = setTimeout(() => request.socket.destroySoon(), limitMs);
    for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
    request.unpipe();
    request.removeAllListeners("data").removeAllListeners("readable");
    request.resume();
  });
};

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
  if (!response.headersSent && socket.writable) {
    const head = [
      "HTTP/1.1 408 Request Timeout",
      "Content-Type: application/json",
      `Content-Length: ${TOO_SLOW.length}`,
      "X-Content-Type-Options: nosniff",
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${TOO_SLOW}`);
  }
  socket.destroySoon();
}
