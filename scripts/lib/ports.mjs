import { randomInt } from "node:crypto";
import { BlockList, createServer, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.mjs";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Whether only this machine can reach an address; including IPv4 written as IPv6.
 * @param {string} address
 */
export function isLoopback(address) {
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Ports that every browser refuses to open, because other protocols use them (Fetch standard, "bad port"); from 1024 on. */
const REFUSED = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/**
 * Where the product is to listen. Throws a Failure where it must not.
 * @param {import("./types.ts").Env} env
 */
export function listenAddress({ PORT = "", HOST = "", APP_URL = "" }) {
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Failure(`PORT must be a number from 1 to 65535, not "${PORT}".`);
  if (REFUSED.has(port))
    throw new Failure(`No browser opens port ${port}: it belongs to another protocol. Choose another PORT.`);
  // Some shells export HOST as the machine's name or type: only an address counts.
  const host = isIP(HOST) ? HOST : "127.0.0.1";
  if (isLoopback(host) || APP_URL.trim()) return { host, port };
  throw new Failure(
    `HOST=${host} opens Kith to other machines, so it must know its address: HOST=${host} APP_URL=https://kith.example.com npm start`,
  );
}

/** Above the ports of services, below the ephemeral ports that systems assign to outgoing connections at any time. */
const FREE_PORTS = { first: 10_100, end: 32_768 };
const TRIES = 100;

/**
 * A port of the loopback that was free a moment ago, and is not ephemeral.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FREE_PORTS.first, FREE_PORTS.end);
    if (await isPortFree("127.0.0.1", port)) return port;
  }
  throw new Failure(`No free port of ${TRIES} that were tried.`);
}

/**
 * Refuses a port that is taken, before any slow step begins. `localhost` may also mean the
 * IPv6 loopback: another program listening there would get our visitors.
 * @param {string} host
 * @param {number} port
 */
export async function requireFreePort(host, port) {
  const addresses = host === "127.0.0.1" ? [host, "::1"] : [host];
  for (const address of addresses) {
    const error = await tryForAWhile(address, port);
    const hasNoSuchAddress = address === "::1" && error?.code !== "EADDRINUSE";
    if (error && !hasNoSuchAddress) throw portFailure(error, host, port);
  }
}

/** The app of a supervisor that was killed a moment ago is about to release its port. */
const RELEASE_MS = 4_000;

/**
 * @param {string} host
 * @param {number} port
 */
async function tryForAWhile(host, port) {
  const end = Date.now() + RELEASE_MS;
  for (;;) {
    const error = await tryToListen(host, port);
    if (error?.code !== "EADDRINUSE" || Date.now() > end) return error;
    await sleep(50);
  }
}

/**
 * Whether a port could be listened on now.
 * @param {string} host
 * @param {number} port
 */
export async function isPortFree(host, port) {
  return (await tryToListen(host, port)) === null;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<NodeJS.ErrnoException | null>}
 */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
export function portFailure(error, host, port) {
  if (error.code === "EADDRINUSE") {
    return new Failure(
      `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES") {
    return new Failure(`Port ${port} is reserved for the system. Choose one above 1023: PORT=3000 npm start`);
  }
  return new Failure(`Cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`);
}
