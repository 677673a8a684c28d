import { expect, it } from "vitest";
import { detectEncoding } from "./encoding";
import { EncodingWatch } from "./encoding-watch";

const ascii = Buffer.from("ada@example.com,Ada\n".repeat(4000));

function watch(...chunks: Uint8Array[]): Buffer | null {
  const watcher = new EncodingWatch();
  for (const chunk of chunks) watcher.push(chunk);
  return watcher.evidence();
}

it("has nothing to say about ASCII", () => {
  expect(watch(ascii, ascii)).toBeNull();
});

it("finds the encoding of a name that stands far below the head", () => {
  const late = Buffer.concat([
    ascii,
    Buffer.from("z@example.fr,Zoé Lefèvre,Crêperie,déjà reçu\n", "latin1"),
    ascii,
  ]);
  const evidence = watch(ascii, late, ascii);
  expect(evidence && detectEncoding(evidence, false).encoding).toBe("windows-1252");
  const utf8 = watch(ascii, Buffer.from("Zoé Lefèvre\n".repeat(9)), ascii);
  expect(utf8 && detectEncoding(utf8, false)).toMatchObject({ encoding: "utf-8", certainty: "certain" });
});

it("takes whole lines, so that a character cut by a chunk's border is no evidence against UTF-8", () => {
  const text = Buffer.from("a,é\nb,日本\nc,ü\n");
  for (let cut = 1; cut < text.length; cut++) {
    const evidence = watch(text.subarray(0, cut), text.subarray(cut));
    if (evidence) expect(detectEncoding(evidence, false).encoding, `cut at ${cut}`).toBe("utf-8");
  }
});

it("keeps little, however much there is", () => {
  const chunks = Array.from({ length: 50 }, () => Buffer.from("é\n".repeat(20_000)));
  expect(watch(...chunks)?.length).toBeLessThanOrEqual(2 * 64 * 1024);
});
