const { written } = require("./refusals.cjs");

/** The longest a request may take to arrive, an upload of 200 MB on a slow line; bodies.cjs is stricter with others. */
const REQUEST_MS = 16 * 60_000;
const HEADERS_MS = 20_000;
const MAX_CONNECTIONS = 4_000;
/** Idle connections. Beyond this number the one that has been idle longest is closed. */
const MAX_IDLE = 1_000;

/** Limits how many connections strangers can hold open, so that real requests still get through. */
exports.watchConnections = (/** @type {import("node:http").Server} */ server, maxIdle = MAX_IDLE) => {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const idle = new Set();
  const rest = (/** @type {import("node:net").Socket} */ socket) => {
    if (socket.destroyed) return;
    idle.add(socket);
    if (idle.size <= maxIdle) return;
    const [oldest] = idle;
    idle.delete(oldest);
    oldest.destroy();
  };
  server.on("connection", (/** @type {import("node:net").Socket} */ socket) => {
    socket.once("close", () => idle.delete(socket));
    rest(socket);
  });
  server.on(
    "request",
    (
      /** @type {{ socket: import("node:net").Socket }} */ { socket },
      /** @type {import("node:http").ServerResponse} */ response,
    ) => {
      idle.delete(socket);
      response.once("close", () => rest(socket));
    },
  );
};

/**
 * Answers a request that offers another protocol as if it did not, as RFC 9110 (7.8) allows: some clients offer HTTP/2
 * with their first request. Next listens for such requests only to serve `next dev`; built, it closes the connection
 * silently, or forgets it, open and outside every limit.
 */
exports.refuseUpgrades = (/** @type {import("node:http").Server} */ server) => {
  server.on("newListener", (/** @type {string | symbol} */ event, /** @type {() => void} */ listener) => {
    if (event === "upgrade") process.nextTick(() => server.removeListener("upgrade", listener));
  });
};

/** @satisfies {Record<string, [status: string, code: string, message: string]>} */
const UNREADABLE = {
  HPE_INVALID_METHOD: ["405 Method Not Allowed", "METHOD_NOT_ALLOWED", "There is no such method"],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "VALIDATION_ERROR",
    "The headers are too large",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "VALIDATION_ERROR",
    "The request took too long to arrive",
  ],
  other: ["400 Bad Request", "VALIDATION_ERROR", "This cannot be read as an HTTP request"],
};

/** Answers what is no request in the documented shape; Node would answer it with a status alone. */
exports.explainUnreadable = (
  /** @type {import("node:http").Server} */ server,
  /** @type {string} */ methods,
) => {
  /** @type {WeakMap<import("node:stream").Duplex, import("node:http").ServerResponse>} */
  const answering = new WeakMap();
  server.on("request", ({ socket }, response) => {
    answering.set(socket, response);
    response.once("close", () => answering.delete(socket));
  });
  const refuse = (
    /** @type {import("node:stream").Duplex} */ socket,
    /** @type {[status: string, code: string, message: string]} */ [status, code, message],
  ) => {
    const more = code === "METHOD_NOT_ALLOWED" ? { Allow: methods } : undefined;
    socket.end(written(status, code, message, more), () => socket.destroy());
  };
  // Not listened for, it would be closed without an answer.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    if (answering.has(socket)) return socket.destroy();
    refuse(socket, UNREADABLE.HPE_INVALID_METHOD);
  });
  server.on("clientError", (/** @type {NodeJS.ErrnoException} */ { code = "" }, socket) => {
    if (!socket.writable || answering.get(socket)?.headersSent) return socket.destroy();
    refuse(socket, UNREADABLE[/** @type {keyof typeof UNREADABLE} */ (code)] ?? UNREADABLE.other);
  });
};
