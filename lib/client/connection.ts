import { createStore } from "./store";

/** Whether the last request reached the server. */
export const serverGone = createStore(false);

/** Asks whether the server answers, and not just a proxy in front of it. */
export function isServerReached(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    ({ status }) => status < 500,
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

/** Notes that the server is out of reach if the browser is offline: one on the same machine needs no network. */
export async function noteOffline(): Promise<void> {
  if (!navigator.onLine && !(await isServerReached())) serverGone.set(true);
}

/** Whether the server is out of reach offline: then a navigation would leave the app for the browser's own error page. */
export function isOffline(): boolean {
  return !navigator.onLine && serverGone.get();
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
