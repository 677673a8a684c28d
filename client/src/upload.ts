/** What can be uploaded. A function is called for a new stream on each attempt, so that a refused upload can be repeated. */
export type Upload =
  | Blob
  | Uint8Array<ArrayBuffer>
  | string
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>);

/** What the caller's own source, or what it wanted to be told, threw while it was sent. */
export interface Broken {
  reason?: { thrown: unknown };
}

/** The body of one attempt. `onProgress` is called with the bytes of a stream that have been handed over. */
export function bodyOf(source: Upload, broken: Broken, onProgress?: (bytes: number) => void) {
  const given = typeof source === "function" ? source() : source;
  if (!(given instanceof ReadableStream)) return { body: given };
  let bytes = 0;
  let isLeft = false;
  const reader = given.getReader();
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          bytes += value.byteLength;
          onProgress?.(bytes);
          controller.enqueue(value);
        } catch (thrown) {
          if (isLeft) return; // The connection ended first.
          broken.reason = { thrown };
          reader.cancel(thrown).catch(() => undefined);
          controller.error(thrown);
        }
      },
      cancel(reason) {
        isLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  // Every runtime that streams request bodies must be told that the answer comes after the body.
  return { body: counted, duplex: "half" as const };
}

/** Whether a second attempt would find it unchanged. */
export function isSentAgain(source: Upload): boolean {
  return !(source instanceof ReadableStream);
}
