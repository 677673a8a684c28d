import { callApi } from "./api";
import { signOut } from "./session";
import { createStore, type Store } from "./store";

/** Time to take an action back before it is sent. It cannot be undone truthfully, so undoing means not yet having done it. */
export const HOLD_MS = 5000;
const LEAVE_MS = 3000;
/** The API takes at most 500 ids in one call. */
const BATCH = 500;

type Ids = Store<ReadonlySet<string>>;

interface Held {
  operation: "POST /contacts/bulk-delete" | "POST /contacts/bulk-unsubscribe";
  ids: string[];
  /** Where the ids stand while they wait; the lists show them as if it were done. */
  shown: Ids;
  timer: ReturnType<typeof setTimeout>;
  /** Called once with the failure, or with nothing when it is through. */
  settled: (error?: unknown) => unknown;
}

const held = new Set<Held>();
/** Contacts that the lists leave out: their deletion is held back, or was sent a moment ago. */
export const hiddenContacts: Ids = createStore<ReadonlySet<string>>(new Set());
/** Contacts that the lists show as unsubscribed: it is held back, or not yet read back. */
export const unsubscribing: Ids = createStore<ReadonlySet<string>>(new Set());

function show(shown: Ids, ids: string[]): void {
  shown.set(new Set([...shown.get(), ...ids]));
}

function forget(shown: Ids, ids: string[]): void {
  const gone = new Set(ids);
  shown.set(new Set([...shown.get()].filter((id) => !gone.has(id))));
}

/** Hides the contacts now and deletes them after HOLD_MS. Returns the way to take it back. */
export function holdDelete(ids: string[], settled: Held["settled"]): () => void {
  return hold({ operation: "POST /contacts/bulk-delete", ids, shown: hiddenContacts, settled });
}

/** Shows the contacts as unsubscribed now and unsubscribes them after HOLD_MS. Returns the way to take it back. */
export function holdUnsubscribe(ids: string[], settled: Held["settled"]): () => void {
  const reread = async (error?: unknown) => {
    await settled(error);
    forget(unsubscribing, ids);
  };
  return hold({ operation: "POST /contacts/bulk-unsubscribe", ids, shown: unsubscribing, settled: reread });
}

function hold(action: Omit<Held, "timer">): () => void {
  const entry: Held = { ...action, timer: setTimeout(() => void flush(entry), HOLD_MS) };
  held.add(entry);
  show(entry.shown, entry.ids);
  return () => {
    if (!held.delete(entry)) return;
    clearTimeout(entry.timer);
    forget(entry.shown, entry.ids);
  };
}

async function flush(entry: Held, keepalive = false): Promise<void> {
  if (!held.delete(entry)) return;
  clearTimeout(entry.timer);
  const send = (ids: string[], change_id?: string) =>
    callApi(entry.operation, { body: { ids, ...(change_id && { change_id }) }, keepalive });
  try {
    // A page that goes away does not live to see the answer to the first: each is a change set of its own then.
    if (keepalive) await Promise.all(batchesOf(entry.ids).map((ids) => send(ids)));
    else await sendAsOne(entry.ids, send);
    await entry.settled();
  } catch (error) {
    forget(entry.shown, entry.ids);
    await entry.settled(error);
  }
}

/** All batches are one change set, which can be undone as a whole. */
async function sendAsOne(
  ids: string[],
  send: (ids: string[], change?: string) => Promise<{ change_id: string | null }>,
): Promise<void> {
  let change: string | undefined;
  for (const batch of batchesOf(ids)) change = (await send(batch, change)).change_id ?? change;
}

function batchesOf(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) =>
    ids.slice(n * BATCH, (n + 1) * BATCH),
  );
}

/**
 * Sends everything that is held back at once; for the moment when the page goes away. Browsers let bodies of 64 KB
 * outlive it, which is 1500 ids.
 */
export async function flushHeldActions(): Promise<void> {
  await Promise.all([...held].map((entry) => flush(entry, true)));
}

/** Signs out when what was held back is done, for which the session is needed; at the latest after three seconds. */
export async function leave(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, LEAVE_MS));
  await Promise.race([flushHeldActions(), patience]);
  await signOut();
}
