import { callApi } from "./api";
import { createStore } from "./store";

/** Time to take a deletion back before it is sent. Deleting is permanent, so undoing means not yet having done it. */
export const HOLD_MS = 5000;
/** interface.md: at most 500 ids in one call. */
const BATCH = 500;

interface Held {
  ids: string[];
  timer: ReturnType<typeof setTimeout>;
  /** Called once with the failure, or with nothing when the deletion is through. */
  settled: (error?: unknown) => void;
}

const held = new Set<Held>();
/** Ids that the lists leave out: held back or deleted a moment ago. */
export const hiddenContacts = createStore<ReadonlySet<string>>(new Set());

function hide(ids: string[]): void {
  hiddenContacts.set(new Set([...hiddenContacts.get(), ...ids]));
}

function reveal(ids: string[]): void {
  const gone = new Set(ids);
  hiddenContacts.set(new Set([...hiddenContacts.get()].filter((id) => !gone.has(id))));
}

/** Hides the contacts now and deletes them after HOLD_MS. Returns the way to take it back. */
export function holdDelete(ids: string[], settled: Held["settled"]): () => void {
  const entry: Held = { ids, settled, timer: setTimeout(() => void flush(entry), HOLD_MS) };
  held.add(entry);
  hide(ids);
  return () => {
    if (!held.delete(entry)) return;
    clearTimeout(entry.timer);
    reveal(ids);
  };
}

async function flush(entry: Held, keepalive = false): Promise<void> {
  if (!held.delete(entry)) return;
  clearTimeout(entry.timer);
  try {
    for (let start = 0; start < entry.ids.length; start += BATCH) {
      const ids = entry.ids.slice(start, start + BATCH);
      await callApi("/contacts/bulk-delete", { method: "POST", body: { ids }, keepalive });
    }
    entry.settled();
  } catch (error) {
    reveal(entry.ids);
    entry.settled(error);
  }
}

/** Sends every held deletion at once; for the moment when the page goes away. */
export function flushHeldDeletes(): void {
  for (const entry of held) void flush(entry, true);
}
