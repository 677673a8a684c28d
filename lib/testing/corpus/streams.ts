/** Streams for tests: made on the fly, so that 200 MB need no file. */

/** Cuts bytes into chunks of the given size. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** `times` times the same bytes, in chunks of 64 KiB. */
export async function* repeated(text: string, totalBytes: number, before = ""): AsyncGenerator<Uint8Array> {
  const unit = Buffer.from(text);
  const block = Buffer.concat(Array.from({ length: Math.ceil(65536 / unit.length) }, () => unit));
  if (before) yield Buffer.from(before);
  for (let sent = 0; sent < totalBytes; sent += block.length) yield block;
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

export type Watched<T> = { value: T; cpuMs: number; grownMb: number; stallMs: number };

/**
 * Runs something and tells the CPU time it took, the growth of the process and the longest stretch of CPU time for
 * which other work had to wait. CPU time rather than the clock's, because other programs share the machine.
 */
export async function watched<T>(run: () => Promise<T>): Promise<Watched<T>> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const before = process.memoryUsage.rss();
  const start = cpuMs();
  let peak = before;
  let stallMs = 0;
  let last = start;
  const timer = setInterval(() => {
    const now = cpuMs();
    stallMs = Math.max(stallMs, now - last);
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 1);
  try {
    const value = await run();
    return { value, cpuMs: cpuMs() - start, grownMb: (peak - before) / 1e6, stallMs };
  } finally {
    clearInterval(timer);
  }
}

/** The full corpus takes minutes and gigabytes; the quick one runs in every test. */
export const isFull = process.env.KITH_FULL === "1";
