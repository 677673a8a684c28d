import { once } from "node:events";
import { createServer } from "node:net";
import { portFailure } from "./ports.mjs";

/** @import { ChildProcess } from "node:child_process" */
/** @import { Server, Socket } from "node:net" */
/** @import { ConnectionListener, Registration } from "./types.ts" */

/** Connections that may wait while no process accepts any; more are closed. */
const MAX_WAITING = 1_000;

/**
 * Listens for all processes of the app and hands each connection to a free one, in turn (`edge/receiver.cjs` is its
 * other side). A connection is kept here until its process confirms it: if the process dies before that, another one
 * gets it, and while there is none it waits. A process is given one at a time, so a busy one gets none.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<ConnectionListener>}
 */
export async function openListener(host, port) {
  /** @type {Socket[]} */
  const waiting = [];
  /** Processes that accept connections; the one served last goes to the end. @type {Set<Acceptor>} */
  const open = new Set();

  const handOn = () => {
    for (const acceptor of open) {
      if (waiting.length === 0) return;
      if (!acceptor.isFree()) continue;
      open.delete(acceptor);
      open.add(acceptor);
      acceptor.give(/** @type {Socket} */ (waiting.shift()));
    }
  };
  const server = await listen(host, port, (socket) => {
    if (waiting.length >= MAX_WAITING) return socket.destroy();
    waiting.push(socket);
    handOn();
  }).catch((error) => {
    throw portFailure(error, host, port);
  });

  /** @param {ChildProcess} child @returns {Registration} */
  const register = (child) => {
    const acceptor = new Acceptor(child, handOn);
    let isGone = false;
    const go = () => {
      isGone = true;
      open.delete(acceptor);
      waiting.unshift(...acceptor.takeBack());
      handOn();
    };
    child.once("exit", go).once("error", go);
    return {
      open() {
        if (isGone) return;
        open.add(acceptor);
        handOn();
      },
      close: () => void open.delete(acceptor),
      ask: (/** @type {(url: string) => Promise<boolean>} */ question) => askOne(acceptor, question),
    };
  };
  const close = () => {
    server.close();
    for (const socket of waiting.splice(0)) socket.destroy();
    open.clear();
  };
  return { register, close };
}

/** A process as the listener sees it. */
class Acceptor {
  /** @type {Map<number, Socket>} connections handed over and not confirmed yet */
  #given = new Map();
  /** @type {WeakSet<Socket>} */
  #alone = new WeakSet();
  #count = 0;
  #child;

  /**
   * @param {ChildProcess} child
   * @param {() => void} onFree
   */
  constructor(child, onFree) {
    this.#child = child;
    child.on("message", (/** @type {{ took?: number }} */ { took = 0 }) => {
      // The process has it now; this closes only our end.
      this.#given.get(took)?.destroy();
      if (this.#given.delete(took) && this.isFree()) onFree();
    });
  }

  isFree() {
    return this.#given.size === 0;
  }

  /** @param {Socket} socket */
  give(socket) {
    const connection = ++this.#count;
    this.#given.set(connection, socket);
    // Otherwise both ends would track which process has which connection.
    Object.assign(socket, { server: null });
    // The exit of a process is reported separately.
    this.#child.send({ connection }, socket, { keepOpen: true }, () => {});
  }

  /** For a request that only this process can answer. @param {Socket} socket */
  giveAlone(socket) {
    this.#alone.add(socket);
    this.give(socket);
  }

  /** Connections it had not confirmed before its end, which another process may have. */
  takeBack() {
    const left = [...this.#given.values()];
    this.#given.clear();
    for (const socket of left) if (this.#alone.has(socket)) socket.destroy();
    return left.filter((socket) => !socket.destroyed);
  }
}

/**
 * Sends a request to one particular process, whichever would be next: through a temporary port of this machine.
 * @param {Acceptor} acceptor
 * @param {(url: string) => Promise<boolean>} question
 */
async function askOne(acceptor, question) {
  const server = await listen("127.0.0.1", 0, (socket) => acceptor.giveAlone(socket));
  try {
    const address = server.address();
    return await question(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  } finally {
    server.close();
  }
}

/**
 * @param {string} host
 * @param {number} port
 * @param {(socket: Socket) => void} onConnection
 * @returns {Promise<Server>}
 */
async function listen(host, port, onConnection) {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    onConnection(socket);
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
