type Listener = (workspaceId: string) => void;

const holder = globalThis as typeof globalThis & { kithWake?: Set<Listener> };

/**
 * Signals that something in a workspace may have been committed: after every request that writes, and whenever a job
 * releases its lease. Only a hint: listeners read the rows, and also do so at intervals without it.
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
