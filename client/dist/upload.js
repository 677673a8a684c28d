/** The body of one attempt. `onProgress` hears how many bytes of a stream have been handed over. */
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
    // Every runtime that streams request bodies demands to be told that the answer comes after the body.
    return { body: given.pipeThrough(counted), duplex: "half" };
}
/** Whether a second attempt would find it as it was. */
export function isSentAgain(source) {
    return !(source instanceof ReadableStream);
}
