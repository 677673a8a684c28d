import type { DirectUpload } from "./api-types";
import { ApiFailure } from "./failure";

interface Sending {
  /** Bytes sent so far, of all parts. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

const AT_ONCE = 3;
const ATTEMPTS = 3;

/** Sends a file in parts, some at a time, each to its own URL; returns their tags. Throws like `uploadImport`. */
export async function uploadParts(
  file: File,
  { bytes, urls }: NonNullable<DirectUpload["parts"]>,
  { onProgress, signal }: Sending,
): Promise<string[]> {
  const tags: string[] = [];
  const sent = urls.map(() => 0);
  const left = urls.entries();
  const work = async () => {
    for (const [at, url] of left) {
      const part = file.slice(at * bytes, (at + 1) * bytes);
      tags[at] = await withRetries(signal, () =>
        putPart(url, part, signal, (loaded) => {
          sent[at] = loaded;
          onProgress(sent.reduce((sum, one) => sum + one, 0));
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tags;
}

/** A part may be sent again: it replaces itself. */
async function withRetries<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || attempt >= ATTEMPTS) throw error;
    }
  }
}

function putPart(
  url: string,
  part: Blob,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () =>
      reject(new ApiFailure({ status: 0, code: "NETWORK", message: "The upload was interrupted" }));
    request.open("PUT", url);
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, part.size));
    request.onload = () => {
      const tag = request.getResponseHeader("etag");
      if (request.status === 200 && tag) resolve(tag);
      else fail();
    };
    request.onerror = fail;
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    request.send(part);
    if (signal.aborted) stop();
  });
}
