/**
 * Runs `run` for each in turn and continues after failures: what is wrong with one of them must not hold up the others.
 * Throws the first failure at the end.
 */
export async function each<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await run(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
