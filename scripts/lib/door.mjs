import { once } from "node:events";
import { createServer } from "node:net";
import { portFailure } from "./ports.mjs";

/** @import { ChildProcess } from "node:child_process" */
/** @import { Server, Socket } from "node:net" */
/** @import { Door, Place } from "./types.ts" */

/** Connections that wait while no process takes any; more are closed. */
const MAX_WAITING = 1_000;

/**
 * Listens for all processes of the app and hands each connection to one that is free, in turn
 * (`edge/entrance.cjs` is its other side). A connection stays here until its process says that it took it: should the
 * process die before that, another one gets it, and while there is none it waits. A process is given one at a time, so
 * one that is busy gets none.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<Door>}
 */
export async function openDoor(host, port) {
  /** @type {Socket[]} */
  const waiting = [];
  /** Processes that take connections; who was given one goes to the end. @type {Set<Guest>} */
  const open = new Set();

  const handOn = () => {
    for (const guest of open) {
      if (waiting.length === 0) return;
      if (!guest.isFree()) continue;
      open.delete(guest);
      open.add(guest);
      guest.give(/** @type {Socket} */ (waiting.shift()));
    }
  };
  const server = await listen(host, port, (socket) => {
    if (waiting.length >= MAX_WAITING) return socket.destroy();
    waiting.push(socket);
    handOn();
  }).catch((error) => {
    throw portFailure(error, host, port);
  });

  /** @param {ChildProcess} child */
  const place = (child) => {
    const guest = new Guest(child, handOn);
    let isGone = false;
    const go = () => {
      isGone = true;
      open.delete(guest);
      waiting.unshift(...guest.takeBack());
      handOn();
    };
    child.once("exit", go).once("error", go);
    return {
      open() {
        if (isGone) return;
        open.add(guest);
        handOn();
      },
      close: () => void open.delete(guest),
      ask: (/** @type {(url: string) => Promise<boolean>} */ question) => askOne(guest, question),
    };
  };
  const close = () => {
    server.close();
    for (const socket of waiting.splice(0)) socket.destroy();
    open.clear();
  };
  return { place, close };
}

/** A process as the door sees it. */
class Guest {
  /** @type {Map<number, Socket>} what it was given and has not taken yet */
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
      // The process has it now; this closes our end alone.
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
    // Otherwise both ends would keep books on which process has which connection.
    Object.assign(socket, { server: null });
    // A process that is gone is heard of by its exit.
    this.#child.send({ connection }, socket, { keepOpen: true }, () => {});
  }

  /** For a question that only this process can answer. @param {Socket} socket */
  giveAlone(socket) {
    this.#alone.add(socket);
    this.give(socket);
  }

  /** What it did not take before its end and another one may have. */
  takeBack() {
    const left = [...this.#given.values()];
    this.#given.clear();
    for (const socket of left) if (this.#alone.has(socket)) socket.destroy();
    return left.filter((socket) => !socket.destroyed);
  }
}

/**
 * Lets one question be asked of one process, whoever else would be next: by a port of this machine for as long as the
 * answer takes.
 * @param {Guest} guest
 * @param {(url: string) => Promise<boolean>} question
 */
async function askOne(guest, question) {
  const server = await listen("127.0.0.1", 0, (socket) => guest.giveAlone(socket));
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
