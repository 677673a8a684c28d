const { isIPv6 } = require("node:net");

/**
 * The process's side of `listener.mjs`: it does not listen itself; its connections come from the supervisor, one message
 * each. To Next the server looks like a listening one.
 */
exports.receiveConnections = (/** @type {import("node:http").Server} */ server) => {
  const sockets = new Set();
  /** @type {Set<import("node:http").ServerResponse>} */
  const answering = new Set();
  /** @type {import("node:net").AddressInfo | null} */
  let address = null;
  /** @type {(() => void)[]} */
  let early = [];
  let onEmpty = () => {};
  let isLeaving = false;
  let isClosing = false;

  const take = (
    /** @type {number} */ connection,
    /** @type {import("node:net").Socket | undefined} */ socket,
  ) => {
    process.send?.({ took: connection });
    if (!socket) return; // closed on its way
    if (sockets.size >= server.maxConnections) return socket.destroy();
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) onEmpty();
    });
    // As http.Server does with those that it accepts itself.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    server.emit("connection", socket);
  };
  const whenEmpty = (/** @type {() => void} */ then) => {
    onEmpty = then;
    if (sockets.size === 0) then();
  };
  /** The last response on a connection says so: no client sends a request into a connection that is being closed. */
  const leave = (/** @type {() => void} */ then) => {
    isLeaving = true;
    for (const response of answering) closeAfter(response);
    whenEmpty(then);
  };

  process.on("message", (/** @type {{ connection?: number, leave?: boolean }} */ message, handle) => {
    if (message?.leave) leave(() => process.send?.({ left: true }));
    const { connection } = message ?? {};
    if (!connection) return;
    const socket = /** @type {import("node:net").Socket | undefined} */ (handle);
    if (address) take(connection, socket);
    else early.push(() => take(connection, socket));
  });
  server.on("request", (_request, response) => {
    answering.add(response);
    response.once("close", () => {
      answering.delete(response);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (isLeaving) closeAfter(response);
  });

  const listen = (/** @type {number} */ port, /** @type {string} */ host) => {
    process.nextTick(() => {
      address = { address: host, port, family: isIPv6(host) ? "IPv6" : "IPv4" };
      server.emit("listening");
      for (const begin of early) begin();
      early = [];
    });
    return server;
  };
  const close = (/** @type {() => void} */ callback) => {
    isClosing = true;
    server.closeIdleConnections();
    leave(() => callback?.());
    return server;
  };
  Object.assign(server, { listen, close, address: () => address });
};

/** @param {import("node:http").ServerResponse} response */
function closeAfter(response) {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
