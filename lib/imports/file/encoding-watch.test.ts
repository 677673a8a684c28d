import { expect, it } from "vitest";
import { detectEncoding } from "./encoding";
import { EncodingWatch } from "./encoding-watch";

const ascii = Buffer.from("ada@example.com,Ada\n".repeat(4000));

function watch(...chunks: Uint8Array[]) {
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
  expect(evidence && detectEncoding(evidence.bytes, false).encoding).toBe("windows-1252");
  const utf8 = watch(ascii, Buffer.from("Zoé Lefèvre\n".repeat(9)), ascii);
  expect(utf8 && detectEncoding(utf8.bytes, false)).toMatchObject({
    encoding: "utf-8",
    certainty: "certain",
  });
});

it("takes whole lines, so that a character cut by a chunk's border is no evidence against UTF-8", () => {
  const text = Buffer.from("a,é\nb,日本\nc,ü\n");
  for (let cut = 1; cut < text.length; cut++) {
    const evidence = watch(text.subarray(0, cut), text.subarray(cut));
    if (evidence) expect(detectEncoding(evidence.bytes, false).encoding, `cut at ${cut}`).toBe("utf-8");
  }
});

it("keeps little, however much there is", () => {
  const chunks = Array.from({ length: 50 }, () => Buffer.from("é\n".repeat(20_000)));
  expect(watch(...chunks)?.bytes.length).toBeLessThanOrEqual(2 * 64 * 1024);
});

it("knows the line on which it stands, whatever the chunks", () => {
  const text = Buffer.from(
    `${"p@example.com,Ada\r\n".repeat(100_000)}z@example.com,Zo\xeb\r\nq@example.com,Bob\r\n`,
    "latin1",
  );
  for (const size of [1000, 4096, 65_537, text.length]) {
    const watcher = new EncodingWatch();
    for (let at = 0; at < text.length; at += size) watcher.push(text.subarray(at, at + size));
    expect(watcher.evidence()).toMatchObject({ firstLine: 100_001 });
  }
});
