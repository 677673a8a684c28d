import { ACCESS_COOKIE, type Access, isWorkspaceId, readAccess, writeAccess } from "./access-cookie";

/*
 * Which of the user's workspaces this tab is about. Each tab has its own (`sessionStorage`); a new one begins with that
 * of the tab in use (the cookie), from which its link was opened. A user with one workspace has chosen none: a page
 * begins with the token's, and stays with it.
 */
const KEY = "kith-workspace";
const YEAR_S = 31_536_000;

/** The workspace that this page shows: it writes to no other, whatever the token says meanwhile. */
let shown: string | null = null;
/** That of the cookie with which the page was requested: by now another tab may be in use. */
let requested: string | null | undefined;
/** The page is being left for another workspace, or the user no longer belongs to this one. */
let isOver = false;

/** Called with what the cookie said when the page was requested. */
export function noteRequested(access: Access | null): void {
  if (typeof window !== "undefined" && requested === undefined) requested = access?.id ?? null;
}

/** Called once it is known which workspace the page shows; only the first call counts. */
export function showWorkspace(id: string): void {
  shown ??= id;
}

/** Stores the choice of this tab, and makes it that of future tabs. */
export function keepAccess(access: Access): void {
  const value = writeAccess(access);
  if (cookie() !== value) setCookie(value, YEAR_S);
  store(access.id);
}

const IN_USE = ["focus", "pointerdown", "keydown"] as const;

/** Makes the page's workspace that of new tabs whenever this tab is in use. Returns a function that stops this. */
export function keepWhileInUse(access: Access): () => void {
  const keep = () => {
    if (!isOver) keepAccess(access);
  };
  if (document.visibilityState === "visible") keep();
  for (const event of IN_USE) window.addEventListener(event, keep, true);
  return () => {
    for (const event of IN_USE) window.removeEventListener(event, keep, true);
  };
}

/** Returns to the token's workspace: the user no longer belongs to this one, or another user signs in. */
export function forgetWorkspace(): void {
  isOver = true;
  setCookie("", 0);
  store(null);
}

/** The header that names the page's workspace, for every request to the API; none if it is not known yet, and the token's. */
export function workspaceHeader(): Record<string, string> {
  const id = shown ?? chosen();
  return id ? { "x-workspace-id": id } : {};
}

/** Switches this tab: everything it holds is of the other workspace, so a page is loaded, the home page by default. */
export function switchWorkspace(access: Access, address = "/"): void {
  isOver = true;
  keepAccess(access);
  window.location.assign(address);
}

/** A tab that has chosen nothing takes what the cookie said, and keeps it from then on. */
function chosen(): string | null {
  try {
    const own = sessionStorage.getItem(KEY);
    if (own !== null) return isWorkspaceId(own) ? own : null;
  } catch {
    // Storage may be forbidden: then there is only the cookie.
  }
  const last = requested === undefined ? (readAccess(cookie())?.id ?? null) : requested;
  store(last);
  return last;
}

function store(id: string | null): void {
  try {
    // Stored even if there is none: otherwise this tab would follow the choice of the next one.
    sessionStorage.setItem(KEY, id ?? "");
  } catch {
    // The same.
  }
}

function cookie(): string | undefined {
  if (typeof document === "undefined") return undefined;
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${ACCESS_COOKIE}=`));
  return found?.slice(ACCESS_COOKIE.length + 1);
}

function setCookie(value: string, maxAge: number): void {
  if (typeof document === "undefined") return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = `${ACCESS_COOKIE}=${value}; path=/; max-age=${maxAge}; samesite=lax`;
}
