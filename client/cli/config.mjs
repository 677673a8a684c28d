import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { EXIT, Stop, wrongUse } from "./stop.mjs";
import { plain } from "./terminal.mjs";

/** @typedef {{ url: string, token: string }} Login */

/** Where `kith login` stores the URL and the key. */
export function configFile() {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const windows = process.platform === "win32" ? APPDATA : undefined;
  return join(XDG_CONFIG_HOME || windows || join(homedir(), ".config"), "kith", "config.json");
}

/** @returns {Login | null} */
function stored() {
  const file = configFile();
  if (!existsSync(file)) return null;
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Stop(error instanceof Error ? error.message : String(error));
  }
  try {
    const { url, token } = JSON.parse(text);
    return typeof url === "string" && typeof token === "string" ? { url, token } : null;
  } catch {
    return null;
  }
}

/**
 * URL and key: from the environment, else the stored ones. A stored key is sent only to its own URL.
 * @returns {Login}
 */
export function currentLogin() {
  const { KITH_URL, KITH_TOKEN } = process.env;
  const kept = stored();
  const url = KITH_URL?.trim() || kept?.url;
  if (!url) throw notSignedIn();
  const token = KITH_TOKEN?.trim() || (sameOrigin(url, kept?.url) ? kept?.token : undefined);
  if (!token) throw notSignedIn();
  return requireUsable({ url, token });
}

/**
 * @param {Login} login
 * @returns {Login}
 */
export function requireUsable(login) {
  if (!URL.canParse(login.url) || !/^https?:$/.test(new URL(login.url).protocol))
    throw wrongUse(`${plain(login.url)} is no address: it begins with https:// or http://`);
  // Not quoted: it may be most of a real key.
  if (!/^[!-~]+$/.test(login.token))
    throw new Stop(
      "The key is malformed: it is one word of ASCII characters. Copy it again.",
      EXIT.signedOut,
    );
  return login;
}

/**
 * @param {string} url
 * @param {string | undefined} other
 */
function sameOrigin(url, other) {
  if (other === undefined || !URL.canParse(url) || !URL.canParse(other)) return false;
  return new URL(url).href === new URL(other).href;
}

function notSignedIn() {
  return new Stop("Sign in first: kith login, or set KITH_URL and KITH_TOKEN.", EXIT.signedOut);
}

/** @param {Login} login */
export function storeLogin({ url, token }) {
  const file = configFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Written to another file first: the key is never readable by others, and a kill leaves the previous file or the new
  // one.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ url: new URL(url).href, token }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export function forgetLogin() {
  rmSync(configFile(), { force: true });
}
