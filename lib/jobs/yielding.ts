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

/** A request that takes longer is none that long work should wait for: an upload, a download, a dry run. */
const SHORT_MS = 30;
/** Long work waits no longer than this for others, and so gets on however many they are. */
const MAX_WAIT_MS = 8;

/**
 * Notes the HTTP requests of this process from their arrival to the end of their answer, those that pages and inner
 * calls make included. Called once at the start.
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

/** A request has come; call the returned function when it is answered. Long work in this process gives way to it. */
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
