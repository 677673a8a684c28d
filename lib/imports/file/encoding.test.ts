import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { collect, inChunks, isFull } from "@/lib/testing/corpus/streams";
import { decodeToUtf8, detectEncoding, dropBytes, findEncoding, supportedEncodings } from "./encoding";
import { decodeLegacy } from "./encoding-legacy";
import { readRecords } from "./records";

/** Made with Python's codecs, so that our decoders are not tested by themselves. */
type Sample = { encoding: string; language: string; size: string; text: string; base64: string };
const samples: Sample[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/encodings.json", import.meta.url), "utf8"),
);
const bytesOf = (sample: Sample) => Buffer.from(sample.base64, "base64");
const decode = async (bytes: Uint8Array, encoding: string, chunk = 65536) =>
  (await collect(decodeToUtf8(inChunks(bytes, chunk), encoding))).toString();

describe("the encoding corpus", () => {
  it("has 12 encodings and more, three files each", () => {
    expect(new Set(samples.map((sample) => sample.encoding)).size).toBeGreaterThanOrEqual(12);
    for (const { encoding, language } of samples) {
      expect(samples.filter((one) => one.encoding === encoding && one.language === language).length % 3).toBe(
        0,
      );
    }
  });

  it("is read as it was written, with no replacement character, from the bytes alone", async () => {
    const wrong: string[] = [];
    for (const sample of samples) {
      const bytes = bytesOf(sample);
      const found = detectEncoding(bytes, true);
      const text = await decode(bytes, found.encoding);
      if (text.includes("\ufffd") || text !== sample.text) {
        wrong.push(
          `${sample.encoding} ${sample.language} ${sample.size}: ${found.encoding} (${found.certainty})`,
        );
      }
    }
    const score = `encodings: ${samples.length - wrong.length} of ${samples.length} files read right without being told`;
    if (isFull) console.info(score);
    expect(wrong).toEqual([]);
  });

  it("is never read wrong with certainty", () => {
    for (const sample of samples) {
      const found = detectEncoding(bytesOf(sample), true);
      if (found.certainty === "certain") expect(found.encoding).toBe(sample.encoding);
    }
  });

  const sizes = isFull
    ? Array.from({ length: 64 }, (_, index) => index + 1).concat([1000, 4096])
    : [1, 2, 3, 5, 64];
  it.each(sizes)("is decoded alike in chunks of %i bytes", async (size) => {
    for (const sample of samples) {
      const text = await decode(bytesOf(sample), sample.encoding, size);
      expect(text === sample.text, `${sample.encoding} ${sample.language} ${sample.size}`).toBe(true);
    }
  });
});

describe("detection", () => {
  const utf8 = (text: string) => Buffer.from(text);

  it.each([
    ["ASCII alone, whole file", utf8("a,b\n"), true, "utf-8", "certain"],
    ["ASCII alone so far", utf8("a,b\n"), false, "utf-8", "likely"],
    ["UTF-8", utf8("é,b\n"), true, "utf-8", "certain"],
    ["UTF-8 cut inside a character", utf8("aé,日").subarray(0, 5), false, "utf-8", "certain"],
    [
      "UTF-8 with one broken byte",
      Buffer.concat([utf8("é".repeat(20)), Buffer.of(0xe9, 0x2c)]),
      true,
      "utf-8",
      "likely",
    ],
    ["no bytes", Buffer.alloc(0), true, "utf-8", "certain"],
    [
      "a letter in another encoding after much ASCII",
      Buffer.concat([utf8("ada@example.com,Ada\n".repeat(8000)), Buffer.of(0x5a, 0xe9, 0x0a)]),
      true,
      "windows-1252",
      "guess",
    ],
    ["one byte", Buffer.of(0xe9), true, "windows-1252", "guess"],
  ])("knows %s", (_, bytes, whole, encoding, certainty) => {
    expect(detectEncoding(bytes, whole)).toMatchObject({ encoding, certainty });
  });

  it.each([
    ["Latin", ["Müller", "Jäger", "Zoë"], "windows-1252", ["Zo\xeb", "Jos\xe9"]],
    ["Greek", ["Νίκος", "Μαρία"], "windows-1253", ["\xcd\xdf\xea\xef\xf2"]],
    ["Russian", ["Иван", "Ольга"], "windows-1251", ["\xce\xeb\xfc\xe3\xe0"]],
  ])("is a guess at UTF-8 where lines of both stand: %s", (_, names, other, foreign) => {
    const line = (name: string) => `a@example.com,${name}\n`;
    const bytes = Buffer.concat([
      Buffer.from(names.map(line).join("")),
      Buffer.from(foreign.map(line).join(""), "latin1"),
      Buffer.from(names.map(line).join("")),
    ]);
    const found = detectEncoding(bytes, true);
    expect(found).toMatchObject({ encoding: "utf-8", certainty: expect.stringMatching("guess|likely") });
    if (found.certainty === "guess") expect(found.readings?.[0]).toBe("utf-8");
    expect(detectEncoding(Buffer.from(foreign.map(line).join(""), "latin1"), true).encoding).toBe(other);
  });

  it.each([
    ["’É of the Macintosh", "macintosh", "rue de l\xd5\x83glise"],
    ["two in a word", "macintosh", "l\xd5\x83glise d\xd5\x83vry"],
  ])("takes a pair of bytes that happens to be UTF-8 for what it says: %s", (_, encoding, text) => {
    const found = detectEncoding(Buffer.from(`email,street\na@example.com,${text}\n`, "latin1"), true);
    expect(found).toMatchObject({ encoding, certainty: "guess" });
    expect(found.readings).toContain("utf-8");
  });

  it.each([
    "é",
    "Ł",
    "О",
    "Ողջ",
    "a·b",
    "Zoë",
    "ß",
    "Иван",
    "אב",
    "5µm",
    "κ",
    "O’N",
    "日",
    "नम",
    "🎉",
    "Ĳ",
    "ş",
  ])("is certain of UTF-8 with little in it: %s", (text) => {
    expect(detectEncoding(utf8(`email,x\na@example.com,${text}\n`), true)).toMatchObject({
      encoding: "utf-8",
      certainty: "certain",
    });
  });

  it("tells the length of a byte order mark, which decoding takes off", async () => {
    expect(detectEncoding(Buffer.from("\ufeffa"), true)).toEqual({
      encoding: "utf-8",
      certainty: "certain",
      bomBytes: 3,
    });
    expect(detectEncoding(Buffer.from("\ufeffa", "utf16le"), true).bomBytes).toBe(2);
    for (const size of [1, 2, 3, 9]) {
      expect(await decode(Buffer.from("\ufeffa\ufeffb"), "utf-8", size)).toBe("a\ufeffb");
      expect(await decode(Buffer.from("\ufeffa", "utf16le"), "utf-16le", size)).toBe("a");
    }
    expect(await decode(Buffer.from("\ufeff"), "utf-8")).toBe("");
    expect(await decode(Buffer.of(0xef, 0xbb), "utf-8")).toBe("\ufffd");
  });

  it("resolves labels, and refuses what we do not offer", async () => {
    expect(findEncoding(" Latin1 ")).toBe("windows-1252");
    expect(findEncoding("UTF8")).toBe("utf-8");
    expect(findEncoding("sjis")).toBe("shift_jis");
    for (const label of ["utf-7", "klingon", "", "x-user-defined"]) expect(findEncoding(label)).toBeNull();
    for (const encoding of supportedEncodings) expect(findEncoding(encoding)).toBe(encoding);
    for (const label of ["cp850", "850", "IBM-850", "ibm850"]) expect(findEncoding(label)).toBe("ibm850");
    expect(findEncoding("cp866")).toBe("ibm866");
    for (const label of ["cp851", "1252", "99"]) expect(findEncoding(label)).toBeNull();
    await expect(collect(decodeToUtf8(inChunks(Buffer.from("a"), 1), "klingon"))).rejects.toThrow(RangeError);
  });
});

describe("the code pages of DOS and the Macintosh", () => {
  it.each([
    ["ibm437", "Jos\x82 Mu\xa4oz \x9c20", "José Muñoz £20"],
    ["ibm850", "M\x81ller, Stra\xe1e, \xb5ngel, \x9d", "Müller, Straße, Ángel, Ø"],
    ["ibm852", "\x9d\xa2d\xab, \xfdeho\xfd", "Łódź, řehoř"],
    ["ibm737", "\x80\x9f\xe3\xa4\x98", "Αθήνα"],
    ["ibm857", "\x98i\x9fli, \x8dr\x8ek", "İişli, ırÄk"],
    ["ibm866", "\x88\xa2\xa0\xad", "Иван"],
    ["x-mac-ce", "\xfc\x97d\x90", "Łódź"],
  ])("are read: %s", async (encoding, bytes, text) => {
    for (const size of [1, 3, 64])
      expect(await decode(Buffer.from(bytes, "latin1"), encoding, size)).toBe(text);
  });
});

it("reads windows-1252 in one piece as in many, whatever Node thinks of it", () => {
  expect(decodeLegacy(Buffer.from("O\x92Neill \x96 \x80", "latin1"), "windows-1252")).toBe("O’Neill – €");
});

describe("what cannot be decoded", () => {
  const broken: [string, Buffer, number][] = [
    ["utf-8", Buffer.from("a,1\nb\xe9,2\nc,3\n", "latin1"), 1],
    ["shift_jis", Buffer.from("a,1\nb\x81,2\nc,3\n", "latin1"), 1],
    ["gb18030", Buffer.from("a,1\nb\xff\xff,2\nc,3\n", "latin1"), 2],
    ["big5", Buffer.from("a,1\nb\xff,2\nc,3\n", "latin1"), 1],
    ["euc-kr", Buffer.from("a,1\nb\xff,2\nc,3\n", "latin1"), 1],
    ["windows-1253", Buffer.from("a,1\nb\xd2,2\nc,3\n", "latin1"), 1],
    ["utf-16le", Buffer.from("a,1\nb\ud800,2\nc,3\n", "utf16le"), 1],
    ["utf-16be", Buffer.from("a,1\nb\udc00,2\nc,3\n", "utf16le").swap16(), 1],
  ];

  it.each(broken)("fails its own row and no other (%s)", async (encoding, bytes, places) => {
    for (const size of [1, 2, 3, 65536]) {
      let replaced = 0;
      const utf8 = decodeToUtf8(inChunks(bytes, size), encoding, (count) => {
        replaced += count;
      });
      const codes: unknown[] = [];
      for await (const batch of readRecords(utf8, { delimiter: ",", headerRow: 0 })) {
        codes.push(...batch.rows.map((_, index) => batch.errors.get(index)?.code));
      }
      expect(codes).toEqual([undefined, "undecodable_text", undefined]);
      expect(replaced).toBeGreaterThanOrEqual(1);
      expect(replaced).toBeLessThanOrEqual(places);
    }
  });

  it("is told for a character cut by the end of the file", async () => {
    for (const [encoding, bytes] of [
      ["shift_jis", [0x61, 0x93]],
      ["utf-16le", [0x61, 0, 0x62]],
      ["euc-kr", [0xb0]],
    ] as const) {
      let replaced = 0;
      const out = await collect(
        decodeToUtf8(inChunks(Buffer.from(bytes), 1), encoding, (n) => (replaced += n)),
      );
      expect(replaced).toBe(1);
      expect(out.includes(0xff)).toBe(true);
    }
  });

  it("does not touch a U+FFFD that the author's file contains", async () => {
    expect(await decode(Buffer.from("a\ufffdb"), "utf-8")).toBe("a\ufffdb");
    expect(await decode(Buffer.from("a\ufffdb", "utf16le"), "utf-16le")).toBe("a\ufffdb");
  });
});

it("drops the first bytes of a stream at any cut", async () => {
  for (const size of [1, 3, 100]) {
    for (const count of [0, 1, 3, 5, 6, 9]) {
      const rest = await collect(dropBytes(inChunks(Buffer.from("abcdef"), size), count));
      expect(rest.toString()).toBe("abcdef".slice(count));
    }
  }
});
