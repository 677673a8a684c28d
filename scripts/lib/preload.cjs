const { randomUUID } = require("node:crypto");
const http = require("node:http");

/**
 * Loaded before Next. Node ends every request after five minutes, which is what a 200 MB upload takes on a slow line,
 * and `next start` has no option for it. The header timeout stays, and the size limit bounds the body.
 */
const createServer = http.createServer;
http.createServer = (...args) => {
  const guarded = args.map((arg) => (typeof arg === "function" ? guard(arg) : arg));
  const server = createServer(...guarded);
  server.requestTimeout = 0;
  return server;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Next answers 500 in plain text where an address cannot be decoded or a method has no route: an error is JSON here. */
function guard(listener) {
  return (request, response) => {
    if (!METHODS.includes(request.method)) {
      return refuse(response, 405, "METHOD_NOT_ALLOWED", `${request.method} is not supported`, {
        Allow: METHODS.join(", "),
      });
    }
    if (!isDecodable(request.url)) {
      return refuse(response, 400, "VALIDATION_ERROR", "The address is not validly encoded");
    }
    return listener(request, response);
  };
}

function isDecodable(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0]);
    return true;
  } catch {
    return false;
  }
}

function refuse(response, status, code, message, headers) {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": randomUUID(),
    Connection: "close",
    ...headers,
  });
  response.end(JSON.stringify({ code, message }));
}

/** The supervisor's end is seen as a closed channel, even when it was killed: without it nothing would stop this app. */
if (process.connected) process.once("disconnect", () => process.exit(1));
