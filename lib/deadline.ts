/**
 * Settles as the work does, but rejects after `ms` with `late()`; the result of the work is then dropped. If the work
 * can be cancelled, `late` is the place to do it.
 */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  late = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
