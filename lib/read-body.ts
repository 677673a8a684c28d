/** Thrown for a body that is too large, or that ends before it is complete. */
interface Refusals {
  tooLarge: () => Error;
  cutOff: () => Error;
}

/** A whole body, counted while it arrives: Content-Length may lie or be missing. */
export async function readAtMost(
  limitBytes: number,
  body: AsyncIterable<Uint8Array> | null,
  { tooLarge, cutOff }: Refusals,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let refusal: Error | undefined;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) {
        refusal = tooLarge();
        break;
      }
      chunks.push(chunk);
    }
  } catch {
    // The caller is gone, so nobody reads this; but it is not a failure of ours for the log to report.
    refusal ??= cutOff();
  }
  if (refusal) throw refusal;
  return Buffer.concat(chunks, size);
}
