import { callApi } from "./api";

const KEY = "kith-invitation";

/**
 * The token of a mailed invitation, kept in this browser while its user signs in or up: that may need a mail of its
 * own, whose link opens another page. It follows the # of its link, so that no server logs it.
 */
export function takeInvitation(): string | null {
  const token = window.location.hash.slice(1);
  try {
    if (/^[\w-]{20,100}$/.test(token)) localStorage.setItem(KEY, token);
    if (token) window.history.replaceState(window.history.state, "", window.location.pathname);
    return localStorage.getItem(KEY);
  } catch {
    return token || null;
  }
}

/** Whether this browser has begun to accept one. */
export function hasInvitation(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function forgetInvitation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Joins; returns the workspace's id. */
export async function acceptInvitation(token: string): Promise<string> {
  return (await callApi("POST /invitations/accept", { body: { token } })).id;
}
