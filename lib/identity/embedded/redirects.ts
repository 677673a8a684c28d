import { env } from "@/lib/env";

/**
 * Where a mailed link may lead after it was verified: our own address, its loopback aliases when that is where we
 * live, and the origins of AUTH_REDIRECT_ORIGINS. Anything else becomes our address: an open redirect would hand
 * tokens to strangers.
 */
export function allowedRedirect(value: string | null | undefined): string {
  const home = env().APP_URL;
  if (!value) return home;
  try {
    const target = new URL(value, home);
    const clean = !target.username && !target.password;
    return clean && allowedOrigins(home).has(target.origin) ? target.href : home;
  } catch {
    return home;
  }
}

/** The same target as a path of this app, for the `next` of our own confirmation page. */
export function pathOf(redirect: string): string {
  const { pathname, search } = new URL(redirect);
  return `${pathname}${search}`;
}

/** The name by which the asker knows this app: its browser keeps what a PKCE link needs under that name only. */
export function homeOf(redirect: string): string {
  const { origin } = new URL(redirect);
  return ownOrigins(env().APP_URL).includes(origin) ? origin : env().APP_URL;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function ownOrigins(home: string): string[] {
  const own = new URL(home);
  const aliases = LOOPBACK.includes(own.hostname) ? LOOPBACK : [own.hostname];
  const port = own.port ? `:${own.port}` : "";
  return aliases.map((host) => `${own.protocol}//${host}${port}`);
}

function allowedOrigins(home: string): Set<string> {
  const configured = (env().AUTH_REDIRECT_ORIGINS ?? "").split(",").map((origin) => origin.trim());
  return new Set([...ownOrigins(home), ...configured].filter(Boolean));
}
