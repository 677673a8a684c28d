/**
 * Loaded before Next. Node ends every request after five minutes, which is what a 200 MB upload takes on a slow line,
 * and `next start` has no option for it. The header timeout stays, and the size limit bounds the body.
 */
const http = require("node:http");

const createServer = http.createServer;
http.createServer = (...args) => {
  const server = createServer(...args);
  server.requestTimeout = 0;
  return server;
};

/** The supervisor's end is seen as a closed channel, even when it was killed: without it nothing would stop this app. */
if (process.connected) process.once("disconnect", () => process.exit(1));
