import { isIPv6 } from "node:net";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Lets no proxy between the parts of one machine. Where Node uses the proxy of the environment (NODE_USE_ENV_PROXY,
 * --use-env-proxy), it asks it even for 127.0.0.1 unless NO_PROXY says otherwise: the app would never become ready.
 * @param {NodeJS.Dict<string>} env
 */
export function spareLoopback(env) {
  if (!Object.keys(env).some((name) => /^https?_proxy$/i.test(name))) return;
  // As Node does: the lower-case one wins.
  const name = env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const spared = (env[name] ?? "").split(/[\s,]+/).filter(Boolean);
  if (spared.includes("*")) return;
  const host = env.HOST?.trim();
  const own = host ? [isIPv6(host) ? `[${host}]` : host] : [];
  env[name] = [...new Set([...spared, ...LOOPBACK, ...own])].join(",");
}
