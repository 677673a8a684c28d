/** The body of one attempt. `onProgress` is called with the bytes of a stream that have been handed over. */
export function bodyOf(source, broken, onProgress) {
    const given = typeof source === "function" ? source() : source;
    if (!(given instanceof ReadableStream))
        return { body: given };
    let bytes = 0;
    let isLeft = false;
    const reader = given.getReader();
    const counted = new ReadableStream({
        async pull(controller) {
            try {
                const { done, value } = await reader.read();
                if (done)
                    return controller.close();
                bytes += value.byteLength;
                onProgress?.(bytes);
                controller.enqueue(value);
            }
            catch (thrown) {
                if (isLeft)
                    return; // The connection ended first.
                broken.reason = { thrown };
                reader.cancel(thrown).catch(() => undefined);
                controller.error(thrown);
            }
        },
        cancel(reason) {
            isLeft = true;
            return reader.cancel(reason);
        },
    }, { highWaterMark: 0 });
    // Every runtime that streams request bodies must be told that the answer comes after the body.
    return { body: counted, duplex: "half" };
}
/** Whether a second attempt would find it unchanged. */
export function isSentAgain(source) {
    return !(source instanceof ReadableStream);
}
