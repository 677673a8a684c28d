/**
 * Settles as the work does, but rejects once `ms` are over, with `late()`; what the work comes to then is dropped. Where
 * the work can be stopped, `late` is the place for it.
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
