import type { QueryClient } from "@tanstack/react-query";
import { failureOf, leaveForeignWorkspace } from "./api";
import type { Events, JobProgress } from "./api-types";
import { askAnewWithin } from "./changed";
import { ApiFailure } from "./failure";
import { isReason } from "./failure-words";
import { live } from "./live";
import { noteAnswer, noteRequest } from "./pace";
import { showProgress } from "./progress";
import { accessToken, refreshToken } from "./session";
import { workspaceHeader } from "./workspace-choice";

/** The server sends something at least every 15 s; a proxy that holds back the first bytes would hold back all of them. */
const SILENT_MS = 40_000;
const FIRST_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
/** A stream cut before this time was of no use. */
const SHORT_MS = 5_000;
/** After this many of them in a row, the page polls for a while, as without streams. */
const SHORT_STREAMS = 4;
const WITHOUT_MS = 10 * 60_000;
/** A tab in the background closes its connection: a browser has six per site. */
const HIDDEN_MS = 10_000;

interface Said {
  event: string;
  id: string | null;
  data: string;
}

/** Follows the workspace's events, so that the page shows changes from elsewhere. Returns a function that stops this. */
export function follow(queries: QueryClient): () => void {
  const end = new AbortController();
  const { changed, stop } = askAnewWithin(queries);
  let lastId: string | null = null;
  const hear = ({ event, id, data }: Said) => {
    if (event === "progress") return showProgress(queries, JSON.parse(data) as JobProgress);
    if (event !== "changed") return;
    lastId = id ?? lastId;
    live.set(true);
    changed((JSON.parse(data) as Pick<Events, "changed">).changed);
  };
  const goOn = async () => {
    for (let short = 0; !end.signal.aborted; ) {
      await visible(end.signal);
      const began = performance.now();
      const outcome = await read(lastId, end.signal, hear).catch(ApiFailure.from);
      live.set(false);
      const asked = outcome instanceof ApiFailure ? outcome.pauseMs() : null;
      if (asked !== null) {
        await pause(asked, end.signal);
        continue;
      }
      short = performance.now() - began < SHORT_MS ? short + 1 : 0;
      const isVain = outcome === false || short >= SHORT_STREAMS;
      const wait = isVain ? WITHOUT_MS : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** short);
      await pause(wait * (0.75 + Math.random() / 2), end.signal);
    }
  };
  void goOn();
  return () => {
    end.abort();
    stop();
    live.set(false);
  };
}

/** Reads one stream to its end. False: there are none here. Throws when it breaks, or is refused. */
async function read(lastId: string | null, end: AbortSignal, hear: (said: Said) => void): Promise<boolean> {
  const gone = new AbortController();
  const unwatch = whenHidden(() => gone.abort());
  const watchdog = deadline(() => gone.abort());
  try {
    watchdog(FIRST_MS);
    const response = await ask(lastId, AbortSignal.any([end, gone.signal]));
    if (!response.ok) {
      if (response.status === 401) await refreshToken();
      const failure = await failureOf(response);
      if (isReason(failure.details, "workspace")) leaveForeignWorkspace();
      throw failure;
    }
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body)
      return false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return true;
      watchdog(SILENT_MS);
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) hear(parse(block));
    }
  } finally {
    watchdog(null);
    unwatch();
    gone.abort();
  }
}

async function ask(lastId: string | null, signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  if (!token) throw new Error("signed out");
  noteRequest();
  const answer = fetch(`/api/events?since=${Math.round(performance.now())}`, {
    signal,
    cache: "no-store",
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...workspaceHeader(),
      ...(lastId && { "last-event-id": lastId }),
    },
  });
  return answer.finally(() => noteAnswer());
}

function parse(block: string): Said {
  const said: Said = { event: "", id: null, data: "" };
  for (const line of block.split("\n")) {
    const [name, value = ""] = line.split(/: (.*)/s, 2);
    if (name === "event" || name === "id" || name === "data") said[name] = value;
  }
  return said;
}

/** Calls back when the last deadline set has passed; null cancels it. */
function deadline(over: () => void): (ms: number | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms) => {
    clearTimeout(timer);
    timer = ms === null ? undefined : setTimeout(over, ms);
  };
}

/** Calls back when the tab has been in the background for a while. */
function whenHidden(then: () => void): () => void {
  const set = deadline(then);
  const look = () => set(document.hidden ? HIDDEN_MS : null);
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    set(null);
    document.removeEventListener("visibilitychange", look);
  };
}

function visible(end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !end.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    end.addEventListener("abort", look, { once: true });
    look();
  });
}

/** Or until the browser is online again, or the tab in front. */
function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (end.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
    end.addEventListener("abort", done, { once: true });
  });
}
