import { callApi } from "./api";
import { savesDone } from "./pending-saves";
import { signOut } from "./session";
import { createStore, type Store } from "./store";

/**
 * Time in which an action can be cancelled before it is sent. It cannot be undone completely, so undoing means not yet
 * having done it.
 */
const HOLD_MS = 5000;
const LEAVE_MS = 3000;
/** The API takes at most 500 ids in one call. */
const BATCH = 500;

type Ids = Store<ReadonlySet<string>>;
type Told = Pick<Held, "sent" | "settled">;

interface Held {
  operation: "POST /contacts/bulk-delete" | "POST /contacts/bulk-unsubscribe";
  ids: string[];
  /** Where the ids are kept while they wait; the lists show the action as if it were done. */
  shown: Ids;
  timer: ReturnType<typeof setTimeout>;
  /** Called when it can no longer be cancelled. */
  sent: () => void;
  /** Called once with the failure, or with nothing on success. Then the lists have to know what was done. */
  settled: (error?: unknown) => unknown;
}

const held = new Set<Held>();
/** Contacts that the lists leave out: their deletion is held back, or not told to the lists yet. */
export const hiddenContacts: Ids = createStore<ReadonlySet<string>>(new Set());
/** Contacts that the lists show as unsubscribed: the action is held back, or not refetched yet. */
export const unsubscribing: Ids = createStore<ReadonlySet<string>>(new Set());

function show(shown: Ids, ids: string[]): void {
  shown.set(new Set([...shown.get(), ...ids]));
}

function forget(shown: Ids, ids: string[]): void {
  const gone = new Set(ids);
  shown.set(new Set([...shown.get()].filter((id) => !gone.has(id))));
}

/** Hides the contacts now and deletes them after HOLD_MS. Returns a function that cancels this. */
export function holdDelete(ids: string[], told: Told): () => void {
  return hold({ operation: "POST /contacts/bulk-delete", ids, shown: hiddenContacts, ...told });
}

/** Shows the contacts as unsubscribed now and unsubscribes them after HOLD_MS. Returns a function that cancels this. */
export function holdUnsubscribe(ids: string[], told: Told): () => void {
  return hold({ operation: "POST /contacts/bulk-unsubscribe", ids, shown: unsubscribing, ...told });
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
  entry.sent();
  const send = (ids: string[], change_id?: string) =>
    callApi(entry.operation, { body: { ids, ...(change_id && { change_id }) }, keepalive });
  try {
    // A page that is closed does not receive the answer to the first call: each is then a change set of its own.
    if (keepalive) await Promise.all(batchesOf(entry.ids).map((ids) => send(ids)));
    else await sendAsOne(entry.ids, send);
  } catch (error) {
    forget(entry.shown, entry.ids);
    await entry.settled(error);
    return;
  }
  await entry.settled();
  forget(entry.shown, entry.ids);
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
 * Sends all held actions at once; for the moment when the page is closed. Browsers let bodies of 64 KB outlive it,
 * which is 1500 ids.
 */
export async function flushHeldActions(): Promise<void> {
  await Promise.all([...held].map((entry) => flush(entry, true)));
}

/** Signs out once held actions and saves, which need the session, are done; at the latest after three seconds. */
export async function leave(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, LEAVE_MS));
  await Promise.race([Promise.all([flushHeldActions(), savesDone()]), patience]);
  await signOut();
}
