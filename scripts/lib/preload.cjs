const http = require("node:http");
const nodeModule = require("node:module");
const { explainUnreadable, refuseUpgrades, watchConnections } = require("./edge/connections.cjs");
const { speakInLines } = require("./edge/console.cjs");
const { receiveConnections } = require("./edge/receiver.cjs");
const { admit, METHODS } = require("./edge/requests.cjs");

/**
 * Loaded before Next, which has no options for any of this: limits and timeouts of requests, what the app knows about
 * the connection, headers of every response, and one log line per event.
 */
const isProduction = process.env.NODE_ENV === "production";
/** Set by the supervisor if it listens itself. */
const isGivenConnections = process.env.KITH_LISTENER === "1" && process.send;
const createServer = http.createServer;
/** @param {unknown[]} args */
http.createServer = (...args) => {
  const options = typeof args[0] === "object" ? args[0] : {};
  const listener = /** @type {http.RequestListener | undefined} */ (
    args.find((arg) => typeof arg === "function")
  );
  const server = createServer({ ...options, connectionsCheckingInterval: 5_000, requireHostHeader: false });
  if (isGivenConnections) receiveConnections(server);
  watchConnections(server);
  explainUnreadable(server, METHODS.join(", "));
  if (isProduction) refuseUpgrades(server);
  // Expectations that nobody knows may be ignored (RFC 9110, 10.1.1); Node would answer them itself, outside all limits.
  server.on("checkExpectation", (...exchange) => server.emit("request", ...exchange));
  if (listener) server.on("request", (request, response) => admit(server, listener, request, response));
  return server;
};

if (isProduction) speakInLines(console);

/** The supervisor's end appears as a closed channel, even when it was killed: without this nothing would stop this app. */
if (process.connected) process.once("disconnect", () => process.exit(1));

/** Node writes what it compiled when it exits, which a process that is killed does not. */
const FLUSH_MS = 10_000;
if (isProduction) setTimeout(() => nodeModule.flushCompileCache?.(), FLUSH_MS).unref();
