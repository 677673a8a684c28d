const PATIENCE_MS = 3000;
const saves = new Set<Promise<unknown>>();
const ask = (event: Event) => event.preventDefault();

/** Until a save is answered, the browser asks before it closes or reloads the page: what waits for its turn would be lost. */
export function keepOpenUntil<T>(save: Promise<T>): Promise<T> {
  if (saves.size === 0) window.addEventListener("beforeunload", ask);
  saves.add(save);
  const done = () => {
    if (saves.delete(save) && saves.size === 0) forgetSaves();
  };
  save.then(done, done);
  return save;
}

/** Resolves when all saves are answered; at the latest after three seconds. */
export async function savesDone(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (saves.size > 0) await Promise.race([Promise.allSettled(saves), patience]);
}

/** From now on this page may be left without a question about them. */
export function forgetSaves(): void {
  saves.clear();
  window.removeEventListener("beforeunload", ask);
}
