import { EventEmitter, once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTLS } from "node:tls";
import { Dialogue } from "./dialogue";
import { ConnectionError } from "./errors";
import type { Target } from "./target.mjs";

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const SSL_OFFERED = 83; // S
const KEEP_ALIVE_MS = 30_000;

/**
 * The single connection of a postgres.js client, given to the driver in place of a socket.
 *
 * It differs from a socket in three ways. Connecting, TLS and start-up together have a time limit. Every loss,
 * including a regular FIN, is first reported as `error`, so that no query stays pending. And `close` is held back
 * until `finish()`: when the driver learns of the close it drops its socket, and a later write of a transaction would
 * throw where nobody can catch it. A lost wire discards writes.
 */
export class Wire extends EventEmitter {
  readonly host: string;
  readonly port: number;
  readonly dialogue = new Dialogue();
  /** True while the driver does not want more data. */
  paused = false;
  /** Called once, when the server is ready for the next statement. */
  whenReady: (() => void) | undefined;
  #socket: Socket | undefined;
  #early: Uint8Array[] = [];
  #state: "open" | "ending" | "lost" = "open";
  #progressAt = performance.now();
  #deadline: NodeJS.Timeout | undefined;
  #loss: ConnectionError | undefined;
  readonly #lossListeners = new Set<(error: ConnectionError) => void>();

  constructor({ host, port }: Target) {
    super();
    this.host = host;
    this.port = port;
  }

  /** Calls back once when the connection is lost, at once if it already is. Returns a function that removes the listener. */
  onLost(listener: (error: ConnectionError) => void): () => void {
    if (this.#loss) listener(this.#loss);
    else this.#lossListeners.add(listener);
    return () => this.#lossListeners.delete(listener);
  }

  /** Starts connecting. The driver's listeners must be in place before the event loop turns. */
  start(target: Target, connectMs: number): this {
    this.#deadline = setTimeout(
      () => this.fail("CONNECTION_TIMEOUT", `no connection within ${connectMs} ms`),
      connectMs,
    );
    this.#open(target).catch((error: unknown) =>
      this.fail("CONNECTION_REFUSED", "the connection failed", error),
    );
    return this;
  }

  get readyState(): "open" | "closed" {
    return this.#state === "open" ? "open" : "closed";
  }

  get alive(): boolean {
    return this.#state === "open";
  }

  /** The session is established: from now on the pool's watch is responsible. */
  opened(): void {
    clearTimeout(this.#deadline);
  }

  /** For how long the other side has owed us something: an answer, or the acceptance of what we send. */
  silentMs(): number {
    const owed = this.dialogue.turn === "server" || (this.#socket?.writableLength ?? 0) > 0;
    return owed && this.alive && !this.paused ? performance.now() - this.#progressAt : 0;
  }

  write(chunk: Uint8Array, done?: () => void): boolean {
    if (this.#state === "lost") {
      if (done) setImmediate(done);
      return true;
    }
    if (this.dialogue.turn === "client") this.#progressAt = performance.now();
    this.dialogue.sent(chunk);
    if (!this.#socket) {
      this.#early.push(chunk);
      if (done) setImmediate(done);
      return true;
    }
    return this.#socket.write(chunk, () => {
      this.#progressAt = performance.now();
      done?.();
    });
  }

  pause(): this {
    this.paused = true;
    this.#socket?.pause();
    return this;
  }

  resume(): this {
    this.paused = false;
    this.#progressAt = performance.now();
    this.#socket?.resume();
    return this;
  }

  /** The driver says goodbye: sends its last message and closes without an error. */
  end(chunk: Uint8Array): void {
    if (this.#state !== "open") return;
    this.#state = "ending";
    clearTimeout(this.#deadline);
    if (this.#socket) this.#socket.end(chunk);
    else this.finish();
  }

  destroy(): void {
    this.fail("CONNECTION_LOST", "the driver gave the connection up");
  }

  /** Ends the connection for a reason. Running statements fail with it; `finish()` must follow. */
  fail(code: ConnectionError["code"], message: string, cause?: unknown): void {
    clearTimeout(this.#deadline);
    this.#socket?.destroy();
    if (this.#state === "ending") this.finish();
    if (this.#state !== "open") return;
    this.#state = "lost";
    this.#loss = new ConnectionError(code, `Database: ${message}`, cause);
    if (this.listenerCount("error") > 0) this.emit("error", this.#loss);
    for (const listener of this.#lossListeners) listener(this.#loss);
  }

  /** Tells the driver that the connection is closed. */
  finish(): void {
    this.#state = "lost";
    this.emit("close", true);
  }

  async #open(target: Target): Promise<void> {
    const tcp = connect(target.path ? { path: target.path } : { host: target.host, port: target.port });
    this.onLost(() => tcp.destroy());
    this.#watch(tcp);
    await once(tcp, "connect");
    tcp.setNoDelay(true); // postgres.js never does: 60 % more time for an import over TCP
    tcp.setKeepAlive(true, KEEP_ALIVE_MS);
    const socket = target.tls === "never" ? tcp : await encrypt(tcp, target);
    if (socket !== tcp) this.#watch(socket);
    socket.on("data", (chunk) => this.#hear(chunk));
    this.#socket = socket;
    if (!this.alive) socket.destroy();
    for (const chunk of this.#early.splice(0)) socket.write(chunk);
  }

  #watch(socket: Socket): void {
    const code = () => (this.dialogue.transaction ? "CONNECTION_LOST" : "CONNECTION_REFUSED");
    socket.on("error", (error) => this.fail(code(), "the connection broke", error));
    socket.on("end", () => this.fail(code(), "the server closed the connection"));
    socket.on("close", () => this.fail(code(), "the connection was closed"));
  }

  #hear(chunk: Buffer): void {
    this.#progressAt = performance.now();
    this.dialogue.received(chunk);
    this.emit("data", chunk);
    // The driver pauses for a slow reader of a COPY, and forgets to resume if the COPY ends meanwhile.
    if (this.paused && !this.dialogue.copyingOut) this.resume();
    if (this.dialogue.turn !== "client" || this.dialogue.copyingIn) return;
    const ready = this.whenReady;
    this.whenReady = undefined;
    ready?.();
  }
}

/** Asks for TLS as PostgreSQL does it: inside the connection, before the start-up message (manual, 55.2.10). */
async function encrypt(tcp: Socket, { tls, host }: Target): Promise<Socket> {
  tcp.write(SSL_REQUEST);
  const [answer]: Buffer[] = await once(tcp, "data");
  if (answer?.[0] !== SSL_OFFERED) {
    if (tls === "if offered") return tcp;
    const refusal = new Error("the server does not offer TLS, which sslmode demands");
    throw Object.assign(refusal, { code: "ERR_TLS_NOT_OFFERED" });
  }
  // More bytes than that one response would have been injected before encryption (CVE-2021-23222).
  if (answer.length > 1) throw new Error("unexpected data before the TLS handshake");
  const options = tls === "if offered" || tls === "never" ? { rejectUnauthorized: false } : tls;
  // `host` is what the certificate must name when it is an address, which cannot be a server name (RFC 6066, 3).
  const secure = connectTLS({ ...options, socket: tcp, host, servername: isIP(host) ? undefined : host });
  await once(secure, "secureConnect");
  return secure;
}
