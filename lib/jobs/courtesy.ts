interface State {
  /** Requests being answered that are not known to take long. */
  short: number;
  waiting: Set<() => void>;
}

const holder = globalThis as typeof globalThis & { kithCourtesy?: State };

function state(): State {
  holder.kithCourtesy ??= { short: 0, waiting: new Set() };
  return holder.kithCourtesy;
}

/** A request that takes longer is none that long work should wait for: an upload, a download, a dry run. */
const SHORT_MS = 30;
/** Long work waits no longer than this for others, and so gets on however many they are. */
const MAX_WAIT_MS = 8;

/** Answers a request. Long work in this process, should there be any, gives way to it. */
export async function withPrecedence<T>(work: () => Promise<T>): Promise<T> {
  const { waiting } = state();
  let isShort = true;
  const end = () => {
    if (!isShort) return;
    isShort = false;
    if (--state().short === 0) for (const resume of waiting) resume();
  };
  state().short++;
  const timer = setTimeout(end, SHORT_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Called by long work after each ms or so: waits until short requests are answered, at most 8 ms. */
export async function giveWay(): Promise<void> {
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
