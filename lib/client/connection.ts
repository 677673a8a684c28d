import { createStore } from "./store";

/** Whether the last request reached the server. */
export const serverGone = createStore(false);

let sent = 0;
let sentWhenGone = 0;

/** Counts a request that is about to be sent, and returns its number. */
export const countRequest = (): number => ++sent;

/** Notes that a request was answered. A late answer to one from before the server was gone does not say that it is back. */
export function noteAnswered(request: number): void {
  if (request > sentWhenGone) serverGone.set(false);
}

/** Notes that the server is out of reach. */
export function noteGone(): void {
  sentWhenGone = sent;
  serverGone.set(true);
}

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
  if (!navigator.onLine && !(await isServerReached())) noteGone();
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
