import { createStore } from "./store";

/** Whether the last request reached the server. */
export const serverGone = createStore(false);

/** Asks whether the server answers at all. */
export function isServerReached(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Resolves once the server is known to answer again. */
export function serverBack(): Promise<void> {
  return new Promise((resolve) => {
    const end = serverGone.subscribe(() => {
      if (serverGone.get()) return;
      end();
      resolve();
    });
  });
}

/** Whether the browser is offline: then a navigation would leave the app for the browser's own error page. */
export function isOffline(): boolean {
  if (navigator.onLine) return false;
  serverGone.set(true);
  return true;
}

/**
 * The session has ended and could not be renewed. Requests wait here until the user has signed in again, so that
 * nothing typed or started is lost.
 */
export const sessionEnded = createStore(false);
let waiting: (() => void)[] = [];

/** Opens the sign-in dialog and resolves when the session is back. */
export function sessionRestored(): Promise<void> {
  sessionEnded.set(true);
  return new Promise((resolve) => waiting.push(resolve));
}

/** Resumes the waiting requests. */
export function resumeSession(): void {
  const resumed = waiting;
  waiting = [];
  sessionEnded.set(false);
  for (const resume of resumed) resume();
}
