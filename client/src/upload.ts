/** What can be uploaded. A function is called for a new stream on each attempt, so that a refused upload can be repeated. */
export type Upload =
  | Blob
  | Uint8Array<ArrayBuffer>
  | string
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>);

/** The body of one attempt. `onProgress` is called with the bytes of a stream that have been handed over. */
export function bodyOf(source: Upload, onProgress?: (bytes: number) => void) {
  const given = typeof source === "function" ? source() : source;
  if (!(given instanceof ReadableStream)) return { body: given };
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onProgress?.(bytes);
      controller.enqueue(chunk);
    },
  });
  // Every runtime that streams request bodies must be told that the answer comes after the body.
  return { body: given.pipeThrough(counted), duplex: "half" as const };
}

/** Whether a second attempt would find it unchanged. */
export function isSentAgain(source: Upload): boolean {
  return !(source instanceof ReadableStream);
}
