/**
 * Sends what is written of an answer within one turn of the event loop in one piece. Next writes its head, its body and its end
 * one by one: three system calls for each small answer, of which this makes one. The end of an answer goes out at once, and what
 * is streamed goes out with the turn in which it was written.
 */
exports.gatherWrites = (/** @type {import("node:http").ServerResponse} */ response) => {
  const flushHeaders = response.flushHeaders;
  response.flushHeaders = () => {
    const { socket } = response;
    socket?.cork();
    flushHeaders.call(response);
    if (socket) setImmediate(() => socket.uncork());
  };
};
