import { ACCESS_COOKIE, type Access, isWorkspaceId, readAccess, writeAccess } from "./access-cookie";
import { setCookie } from "./cookie";
import { pageUser } from "./page-owner";
import { withStorage } from "./storage";

/*
 * Which of the user's workspaces this tab is about. Each tab has its own (`sessionStorage`); a new one begins with that
 * of the tab in use (the cookie), from which its link was opened. A user with one workspace has chosen none: a page
 * begins with the token's, and stays with it.
 */
const KEY = "kith-workspace";

/** The workspace that this page shows: it writes to no other, whatever the token says meanwhile. */
let shown: string | null = null;
/** What the cookie said when the page was requested: by now another tab may be in use. */
let requested: Access | null | undefined;
/** The page is being left for another workspace, or the user no longer belongs to this one. */
let isOver = false;

/** Called with what the cookie said when the page was requested. */
export function noteRequested(access: Access | null): void {
  if (typeof window !== "undefined" && requested === undefined) requested = access;
}

/** Called once it is known which workspace the page shows; only the first call counts. */
export function showWorkspace(id: string): void {
  shown ??= id;
}

/** Stores the choice of this tab, and makes it that of future tabs. */
export function keepAccess(access: Access): void {
  const value = writeAccess(access, pageUser());
  if (cookie() !== value) setCookie(ACCESS_COOKIE, value);
  store(value);
}

const IN_USE = ["focus", "pointerdown", "keydown"] as const;

/**
 * Makes the page's workspace that of new tabs whenever this tab is in use, and at first unless another one was used
 * while this page was loading. Returns a function that stops this.
 */
export function keepWhileInUse(access: Access): () => void {
  const keep = () => {
    if (!isOver) keepAccess(access);
  };
  const last = readAccess(cookie(), pageUser())?.id;
  const isOtherInUse = requested !== undefined && last !== requested?.id && last !== access.id;
  if (document.visibilityState === "visible" && !isOtherInUse) keep();
  for (const event of IN_USE) window.addEventListener(event, keep, true);
  return () => {
    for (const event of IN_USE) window.removeEventListener(event, keep, true);
  };
}

/** Returns to the token's workspace: the user no longer belongs to this one, or another user signs in. */
export function forgetWorkspace(): void {
  isOver = true;
  setCookie(ACCESS_COOKIE, "", { maxAge: 0 });
  store("");
}

/** The header that names the page's workspace, for every request to the API; none if it is not known yet, and the token's. */
export function workspaceHeader(): Record<string, string> {
  const id = shown ?? chosen();
  return id ? { "x-workspace-id": id } : {};
}

const LEFT = "kith-left";

/** Remembers for the next page that the user no longer belongs to this tab's workspace. */
export function noteLeft(): void {
  withStorage(() => sessionStorage.setItem(LEFT, ownAccess()?.name ?? ""));
}

/** The name of the workspace that the user no longer belongs to, once; null if there is none. */
export function takeLeft(): string | null {
  return withStorage(() => {
    const name = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    return name;
  });
}

/** Switches this tab: everything it holds is of the other workspace, so a page is loaded, the home page by default. */
export function switchWorkspace(access: Access, address = "/"): void {
  isOver = true;
  keepAccess(access);
  window.location.assign(address);
}

/** What this tab remembers about its workspace: the cookie may be about that of another tab. Null: it remembers nothing. */
export function ownAccess(): Access | null {
  return readAccess(stored() ?? undefined, pageUser());
}

/** A tab that has chosen nothing takes what the cookie said, and keeps it from then on. */
function chosen(): string | null {
  const own = stored();
  if (own === "") return null;
  if (isWorkspaceId(own)) return own; // as earlier versions stored it
  const remembered = ownAccess();
  if (remembered) return remembered.id;
  const last = requested === undefined ? readAccess(cookie(), pageUser()) : requested;
  // Stored even if there is none: otherwise this tab would follow the choice of the next one.
  store(last ? writeAccess(last, pageUser()) : "");
  return last?.id ?? null;
}

/** Storage may be forbidden: then there is only the cookie. */
function stored(): string | null {
  return withStorage(() => sessionStorage.getItem(KEY));
}

function store(value: string): void {
  withStorage(() => sessionStorage.setItem(KEY, value));
}

function cookie(): string | undefined {
  if (typeof document === "undefined") return undefined;
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${ACCESS_COOKIE}=`));
  return found?.slice(ACCESS_COOKIE.length + 1);
}
