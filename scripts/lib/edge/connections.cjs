/** The longest a request may take to arrive, an upload of 200 MB on a slow line; bodies.cjs is stricter with others. */
const REQUEST_MS = 16 * 60_000;
const HEADERS_MS = 20_000;
const MAX_CONNECTIONS = 4_000;
/** Connections on which nothing is asked. When there are more, the one that has been silent longest goes. */
const MAX_IDLE = 1_000;

/** Bounds what strangers can hold open, so that whoever asks for something still gets through. */
exports.watchConnections = (server, maxIdle = MAX_IDLE) => {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const idle = new Set();
  const rest = (socket) => {
    if (socket.destroyed) return;
    idle.add(socket);
    if (idle.size <= maxIdle) return;
    const [oldest] = idle;
    idle.delete(oldest);
    oldest.destroy();
  };
  server.on("connection", (socket) => {
    socket.once("close", () => idle.delete(socket));
    rest(socket);
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => rest(socket));
  });
};

/**
 * Answers a request that offers another protocol as if it did not, as RFC 9110 (7.8) allows: some clients offer
 * HTTP/2 with their first request. Next listens for such requests only to serve `next dev`; built, it closes the
 * connection without a word, or forgets it, open and outside every limit.
 */
exports.refuseUpgrades = (server) => {
  server.on("newListener", (event, listener) => {
    if (event === "upgrade") process.nextTick(() => server.removeListener("upgrade", listener));
  });
};
