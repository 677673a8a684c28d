import { subscribe } from "node:diagnostics_channel";

interface State {
  /** Requests being answered that are not known to take long. */
  short: number;
  waiting: Set<() => void>;
}

const holder = globalThis as typeof globalThis & { kithYielding?: State };

function state(): State {
  holder.kithYielding ??= { short: 0, waiting: new Set() };
  return holder.kithYielding;
}

/** Requests longer than this (uploads, downloads, dry runs) are not waited for. */
const SHORT_MS = 30;
/** Long work waits at most this long at a time, so it makes progress however many requests there are. */
const MAX_WAIT_MS = 8;

/**
 * Tracks the HTTP requests of this process from arrival to the end of the response, including those made by pages and
 * internal calls. Called once at startup.
 */
export function watchRequests(): void {
  const ends = new WeakMap<object, () => void>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: object };
    ends.set(request, beginRequest());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request } = message as { request: object };
    ends.get(request)?.();
  });
}

/** Registers a request, to which long work in this process yields. Call the returned function when it is answered. */
export function beginRequest(): () => void {
  const ours = state();
  let isShort = true;
  const end = () => {
    clearTimeout(timer);
    if (!isShort) return;
    isShort = false;
    if (--ours.short === 0) for (const resume of ours.waiting) resume();
  };
  ours.short++;
  const timer = setTimeout(end, SHORT_MS);
  return end;
}

/** Called by long work after each ms or so: waits until short requests are answered, at most 8 ms. */
export async function yieldToRequests(): Promise<void> {
  const { short, waiting } = state();
  if (short === 0) return;
  await new Promise<void>((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      waiting.delete(resume);
      resolve();
    };
    const timer = setTimeout(resume, MAX_WAIT_MS);
    waiting.add(resume);
  });
}
