/**
 * Sends everything written of a response within one turn of the event loop in one piece. Next writes head, body and
 * end one by one: three system calls for each small response, which this reduces to one. The end of a response is sent
 * at once, and streamed data is sent with the turn in which it was written.
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
