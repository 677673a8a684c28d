const { randomUUID } = require("node:crypto");

/** Headers of every answer that the app does not give itself. It is the connection's last one. */
const headers = () => ({
  "Content-Type": "application/json",
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": randomUUID(),
  Connection: "close",
});
exports.headers = headers;

/**
 * A whole answer as it is written to a socket.
 * @param {string} status for example `400 Bad Request`
 * @param {string} code
 * @param {string} message
 * @param {Record<string, string>} [more] further headers
 */
exports.written = (status, code, message, more) => {
  const body = JSON.stringify({ code, message });
  const head = Object.entries({ ...headers(), "Content-Length": body.length, ...more });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
};
