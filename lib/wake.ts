type Listener = (workspaceId: string) => void;

const holder = globalThis as typeof globalThis & { kithWake?: Set<Listener> };

/**
 * Says that something of a workspace may have been committed: after every request that writes, and whenever a job lets
 * go. A hint and no more: whoever listens looks at the rows, and looks now and then without it.
 */
export function wake(workspaceId: string): void {
  for (const listener of holder.kithWake ?? []) listener(workspaceId);
}

/** Listens until the returned function is called. */
export function onWake(listener: Listener): () => void {
  holder.kithWake ??= new Set();
  const listeners = holder.kithWake.add(listener);
  return () => void listeners.delete(listener);
}
