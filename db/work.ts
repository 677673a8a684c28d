import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a caller waits for these statements, and on whose behalf they run. */
export interface Work {
  /** `job`: may take a minute. `request`: must finish within seconds, and uses connections reserved for requests. */
  kind: "request" | "search" | "job";
  /** Undefined until the caller is known, and for the service's own maintenance. */
  workspaceId?: string | undefined;
  /** Who requested it; nobody when the service works by itself. */
  actor?: Actor | undefined;
}

/** A signed-in user, or the API key that one of their scripts used. */
export interface Actor {
  userId: string;
  apiKeyId: string | null;
}

const holder = globalThis as typeof globalThis & { kithWork?: AsyncLocalStorage<Work> };

function storage(): AsyncLocalStorage<Work> {
  holder.kithWork ??= new AsyncLocalStorage();
  return holder.kithWork;
}

/** Runs `run` as this work: its statements count against the connections that one workspace may hold at a time. */
export function workAs<T>(work: Work, run: () => T): T {
  return storage().run(work, run);
}

/** Runs `run` as a search within the current request; work that is not a request stays as it is. */
export function asSearch<T>(run: () => T): T {
  const work = currentWork();
  return work.kind === "request" ? workAs({ ...work, kind: "search" }, run) : run();
}

/** The current work; maintenance of the service itself unless set otherwise. */
export function currentWork(): Work {
  return storage().getStore() ?? { kind: "job" };
}
