/** What can be uploaded. A function is called for a new stream on each attempt, so that a refused upload can be repeated. */
export type Upload = Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>);
/** What the caller's own source, or what it wanted to be told, threw while it was sent. */
export interface Broken {
    reason?: {
        thrown: unknown;
    };
}
/** The body of one attempt. `onProgress` is called with the bytes of a stream that have been handed over. */
export declare function bodyOf(source: Upload, broken: Broken, onProgress?: (bytes: number) => void): {
    body: string | Blob | Uint8Array<ArrayBuffer>;
    duplex?: undefined;
} | {
    body: ReadableStream<Uint8Array<ArrayBufferLike>>;
    duplex: "half";
};
/** Whether a second attempt would find it unchanged. */
export declare function isSentAgain(source: Upload): boolean;
