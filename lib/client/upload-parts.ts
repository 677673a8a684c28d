import type { DirectUpload } from "./api-types";
import { interrupted, type Transfer, transfer } from "./transfer";

const AT_ONCE = 3;
const ATTEMPTS = 3;

/** Sends a file in parts, some at a time, each to its own URL; returns their tags. Throws like `uploadImport`. */
export async function uploadParts(
  file: File,
  { bytes, urls }: NonNullable<DirectUpload["parts"]>,
  { onProgress, signal }: Transfer,
): Promise<string[]> {
  const tags: string[] = [];
  const sent = urls.map(() => 0);
  const left = urls.entries();
  const work = async () => {
    for (const [at, url] of left) {
      const part = file.slice(at * bytes, (at + 1) * bytes);
      tags[at] = await withRetries(signal, () =>
        putPart(url, part, {
          signal,
          onProgress: (loaded) => {
            sent[at] = loaded;
            onProgress(sent.reduce((sum, one) => sum + one, 0));
          },
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

async function putPart(url: string, part: Blob, sending: Transfer): Promise<string> {
  const request = new XMLHttpRequest();
  request.open("PUT", url);
  await transfer(request, part, part.size, sending);
  const tag = request.getResponseHeader("etag");
  if (request.status === 200 && tag) return tag;
  throw interrupted();
}
