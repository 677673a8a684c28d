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
