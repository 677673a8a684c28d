/** The body of one attempt. `onProgress` is called with the bytes of a stream that have been handed over. */
export function bodyOf(source, onProgress) {
    const given = typeof source === "function" ? source() : source;
    if (!(given instanceof ReadableStream))
        return { body: given };
    let bytes = 0;
    const counted = new TransformStream({
        transform(chunk, controller) {
            bytes += chunk.byteLength;
            onProgress?.(bytes);
            controller.enqueue(chunk);
        },
    });
    // Every runtime that streams request bodies must be told that the answer comes after the body.
    return { body: given.pipeThrough(counted), duplex: "half" };
}
/** Whether a second attempt would find it unchanged. */
export function isSentAgain(source) {
    return !(source instanceof ReadableStream);
}
