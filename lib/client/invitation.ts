import { callApi } from "./api";
import type { InvitationPreview, OwnWorkspace } from "./api-types";
import { withStorage } from "./storage";

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
    return localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
  } catch {
    return token || null;
  }
}

/** Whether this browser has begun to accept one that no signed-in user has seen yet. */
export function hasInvitation(): boolean {
  return withStorage(() => localStorage.getItem(KEY)) !== null;
}

/** Its user has seen it, and may go elsewhere: only this tab keeps it, for when the page is loaded again. */
export function noteShown(token: string): void {
  withStorage(() => {
    sessionStorage.setItem(KEY, token);
    localStorage.removeItem(KEY);
  });
}

/** Somebody signs in with another account to answer it. */
export function keepInvitation(token: string): void {
  withStorage(() => localStorage.setItem(KEY, token));
}

export function forgetInvitation(): void {
  withStorage(() => {
    localStorage.removeItem(KEY);
    sessionStorage.removeItem(KEY);
  });
}

/** The user's own: this tab's workspace may be one that they no longer belong to. */
const headers = { "x-workspace-id": "" };

/** What the invitation says. */
export function previewInvitation(token: string): Promise<InvitationPreview> {
  return callApi("POST /invitations/preview", { body: { token }, headers });
}

/** Joins; returns the workspace, if it is not gone again. */
export async function acceptInvitation(token: string): Promise<OwnWorkspace | undefined> {
  const { id } = await callApi("POST /invitations/accept", { body: { token }, headers });
  forgetInvitation();
  const { data } = await callApi("GET /workspaces", { headers });
  return data.find((one) => one.id === id);
}
