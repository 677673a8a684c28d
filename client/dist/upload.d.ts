/** What can be uploaded. A function is asked for a new stream on each attempt, so that a refused upload can be repeated. */
export type Upload = Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>);
/** The body of one attempt. `onProgress` hears how many bytes of a stream have been handed over. */
export declare function bodyOf(source: Upload, onProgress?: (bytes: number) => void): {
    body: string | Blob | Uint8Array<ArrayBuffer>;
    duplex?: undefined;
} | {
    body: ReadableStream<Uint8Array<ArrayBufferLike>>;
    duplex: "half";
};
/** Whether a second attempt would find it as it was. */
export declare function isSentAgain(source: Upload): boolean;
