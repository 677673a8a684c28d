import { createHmac, randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { DAY_S } from "@/lib/time";
import { apiKeys, sameSecret } from "./config";
import { cookieOf } from "./cookies";
import type { Incoming } from "./incoming";
import { findUserByEmail, type UserRow } from "./users";

/**
 * Browsers in which an account was signed in to before (OWASP: device cookies). Such a browser has attempts of its
 * own, so that no number of strangers can use up its owner's. The cookie proves nothing else: without password or code
 * it opens nothing. It contains neither user nor address, and a new password invalidates it.
 */
interface Device {
  issuedS: number;
  nonce: string;
  mac: string;
}

/** As long as browsers keep a cookie. */
const LIFE_S = 400 * DAY_S;
/** On a shared device, the people who signed in last. */
const ACCOUNTS = 4;

/** From here on the caller counts as this account's own device, if its cookie says so. */
export async function recognise(incoming: Incoming, email: string): Promise<void> {
  const devices = devicesOf(incoming.request);
  if (devices.length === 0 || email.includes("\0")) return;
  const user = await findUserByEmail(email);
  const device = user && devices.find((one) => isOf(one, user));
  if (device) incoming.client = { name: `device:${device.nonce}`, isKnown: true };
}

/** The `Set-Cookie` after a sign-in: from now on this device is known to the account, and to those it was known to before. */
export function deviceCookie(request: Request, user: UserRow): string {
  const others = devicesOf(request).filter((one) => !isOf(one, user));
  const devices = [newDevice(user), ...others].slice(0, ACCOUNTS);
  const value = devices.map(({ issuedS, nonce, mac }) => `${issuedS}.${nonce}.${mac}`).join("~");
  const { name, secure } = cookie();
  const flags = `Path=/; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return `${name}=${value}; ${flags}`;
}

function cookie() {
  const secure = env().APP_URL.startsWith("https:");
  return { name: secure ? "__Host-kith-device" : "kith-device", secure };
}

function newDevice(user: UserRow): Device {
  const issuedS = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(12).toString("base64url");
  return { issuedS, nonce, mac: macOf(user, issuedS, nonce) };
}

function isOf({ issuedS, nonce, mac }: Device, user: UserRow): boolean {
  return issuedS + LIFE_S > Date.now() / 1000 && sameSecret(mac, macOf(user, issuedS, nonce));
}

function macOf({ id, encrypted_password }: UserRow, issuedS: number, nonce: string): string {
  const said = `device/${id}/${encrypted_password ?? ""}/${issuedS}/${nonce}`;
  return createHmac("sha256", apiKeys().secret).update(said).digest("base64url");
}

const DEVICE = /^(\d{10})\.([\w-]{16})\.([\w-]{43})$/;

/** What the cookie claims, at most as much as we write. */
function devicesOf(request: Request): Device[] {
  const claims = cookieOf(request, cookie().name)?.split("~", ACCOUNTS) ?? [];
  return claims.flatMap((claim) => {
    const [, issuedS, nonce, mac] = DEVICE.exec(claim) ?? [];
    return nonce && mac ? [{ issuedS: Number(issuedS), nonce, mac }] : [];
  });
}
