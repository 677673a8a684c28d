import { PAGES } from "@/lib/client/pages";
import { env, listedIn } from "@/lib/env";
import { OWN_UUID } from "@/lib/uuid";

/** Our pages to which a link may lead, in full; pages of one contact or import are named by an id. */
const TARGETS = new Set<string>([
  ...PAGES.map(({ path }) => path),
  ...["/imports/new", "/docs", "/auth/callback", "/auth/confirm", "/sign-in", "/reset-password"],
]);
const PAGE_OF_ONE = /^\/(?:contacts|imports)\/([^/]+)$/;

/**
 * Where a mailed link may redirect after verification: our own pages, under our address, its loopback aliases when we
 * run there, and the origins of AUTH_REDIRECT_ORIGINS, plus the addresses with a path listed there. Compared exactly
 * except for the query, which our pages read. Anything else becomes our address: an open redirect would leak tokens.
 */
export function allowedRedirect(value: string | null | undefined): string {
  const home = env().APP_URL;
  if (!value) return home;
  try {
    const target = new URL(value, home);
    const clean = !target.username && !target.password;
    return clean && isListed(target, home) ? target.href : home;
  } catch {
    return home;
  }
}

/** The same target as a path of this app, for the `next` of our own confirmation page. */
export function pathOf(redirect: string): string {
  const { pathname, search } = new URL(redirect);
  return `${pathname}${search}`;
}

/** The name by which the caller knows this app: its browser stores what a PKCE link needs under that name only. */
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

function isListed({ origin, pathname }: URL, home: string): boolean {
  const configured = listedIn(env().AUTH_REDIRECT_ORIGINS).map(withoutLoneSlash);
  if (configured.some((entry) => hasPath(entry) && entry === `${origin}${pathname}`)) return true;
  const isPage = TARGETS.has(pathname) || OWN_UUID.test(PAGE_OF_ONE.exec(pathname)?.[1] ?? "");
  return isPage && [...ownOrigins(home), ...configured].includes(origin);
}

/** An origin, however it was copied from the address bar. */
const withoutLoneSlash = (entry: string) =>
  `${new URL(entry).origin}/` === entry ? entry.slice(0, -1) : entry;

const hasPath = (entry: string) => URL.canParse(entry) && new URL(entry).origin !== entry;
