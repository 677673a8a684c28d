import type { Query, QueryClient } from "@tanstack/react-query";
import { serverGone } from "./connection";
import { ApiFailure } from "./failure";

/** Between two polls while nobody answers. A restarted server is back within a few seconds. */
const ASK_MS = 2_000;
/** A server that reports to be ready but still refuses is polled less and less often. */
const LONGEST_MS = 60_000;

/**
 * Recovers a page without a click after the server or its database was away: while a request got no answer, or part
 * of the page shows a temporary failure, it polls the server's readiness. Once ready, it reloads what failed, or
 * everything in view if the server had been unreachable. A hidden page waits until it is visible.
 * @returns ends it
 */
export function recoverByItself(queries: QueryClient, isReady = askReadiness): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let vain = 0;
  let isOver = false;
  const isNeeded = () => serverGone.get() || queries.getQueryCache().findAll(AWAY).length > 0;
  const look = async () => {
    if (await isReady()) {
      vain += 1;
      await reload(queries);
    }
    timer = undefined;
    plan();
  };
  const plan = () => {
    if (timer || isOver || isHidden()) return;
    if (isNeeded()) timer = setTimeout(look, Math.min(ASK_MS * 2 ** vain, LONGEST_MS));
    else vain = 0;
  };
  const unwatch = [serverGone.subscribe(plan), queries.getQueryCache().subscribe(plan), onShown(plan)];
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const end of unwatch) end();
  };
}

/** Visible queries that got no answer, or the answer that a part of the server is unavailable. */
const AWAY = {
  type: "active",
  predicate: ({ state }: Query) =>
    state.status === "error" &&
    state.fetchStatus === "idle" &&
    [0, 503].includes(ApiFailure.from(state.error).status),
} as const;

/** Reloads what may have changed meanwhile. */
async function reload(queries: QueryClient): Promise<void> {
  const wasGone = serverGone.get();
  serverGone.set(false);
  await queries.refetchQueries(wasGone ? { type: "active" } : AWAY);
}

/** Whether the server and its database answer. */
async function askReadiness(): Promise<boolean> {
  const ready = await fetch("/api/health/ready", { cache: "no-store" }).catch(() => null);
  return ready?.ok === true;
}

const isHidden = () => typeof document !== "undefined" && document.hidden;

function onShown(look: () => void): () => void {
  if (typeof document === "undefined") return () => undefined;
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
