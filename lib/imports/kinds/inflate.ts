import type { Transform } from "node:stream";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { damaged, refusedKind } from "./refused";

/** No table made by a person compresses better than this; there is no limit for the first megabytes, which do no harm. */
const RATIO = 400;
const FREE_BYTES = 32 * 1024 * 1024;

/** The uncompressed content of a stream, as it is unpacked. Throws 415 for damaged or suspiciously compressible content. */
export async function* inflated(
  kind: string,
  packed: AsyncIterable<Uint8Array>,
  unpacker: Transform,
): AsyncGenerator<Uint8Array> {
  let came = 0;
  let thrown: unknown = null;
  async function* counted() {
    try {
      for await (const chunk of packed) {
        came += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      thrown = error;
      throw error;
    }
  }
  const flowing = pipeline(Readable.from(counted(), { objectMode: false }), unpacker);
  // Handled below; the reader may see it first.
  flowing.catch(() => undefined);
  let out = 0;
  try {
    for await (const chunk of unpacker) {
      out += chunk.length;
      if (out > FREE_BYTES && out > RATIO * came)
        throw refusedKind(
          kind,
          "ratio",
          "The file unpacks to far more than a table would. Upload the CSV file itself.",
        );
      yield chunk;
    }
    await flowing;
  } catch (error) {
    if (thrown) throw thrown;
    if (error instanceof Error && "code" in error && /^Z_|^ERR_STREAM|^ERR_/.test(String(error.code)))
      throw damaged(kind);
    throw error;
  } finally {
    unpacker.destroy();
  }
}
