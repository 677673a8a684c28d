import { within } from "@/lib/deadline";

/**
 * Regroups a stream into pieces of exactly `bytes`, the last one shorter. Two buffers alternate: a piece stays valid
 * until the next but one is requested, so one can be sent while the next one fills.
 */
export async function* inParts(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let [filling, resting] = [new Uint8Array(bytes), new Uint8Array(bytes)];
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = chunk.subarray(at, at + bytes - filled);
      filling.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
      if (filled < bytes) continue;
      yield filling;
      [filling, resting] = [resting, filling];
      filled = 0;
    }
  }
  if (filled > 0) yield filling.subarray(0, filled);
}

/** Drops the first `bytes` of a stream. */
export async function* withoutFirst(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    if (left < chunk.byteLength) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.byteLength);
  }
}

/** Passes a web stream on, and throws when the source is silent for `ms` although more was requested. */
export async function* unlessIdle(
  stream: ReadableStream<Uint8Array>,
  ms: number,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const silent = () => new Error(`file storage sent nothing for ${ms} ms`);
  try {
    for (;;) {
      const { done, value } = await within(ms, reader.read(), silent);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // the consumer stopped early, or the source is broken anyway
  }
}
