import { describe, expect, it } from "vitest";
import { codeOf, keyPicture, keyUri, newSecret, stepOf, stepOfCode, toBase32 } from "./totp";

/** RFC 6238, appendix B: the last six of its eight digits. */
const RFC_SECRET = toBase32(Buffer.from("12345678901234567890"));

describe("one-time passwords", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at %d are those of RFC 6238", (seconds, code) => {
    expect(codeOf(RFC_SECRET, stepOf(seconds * 1000))).toBe(code);
  });

  it("are taken one step early and one late, and not two", () => {
    const now = 1_800_000_000_000;
    const found = [-2, -1, 0, 1, 2].map(
      (steps) => stepOfCode(RFC_SECRET, codeOf(RFC_SECRET, stepOf(now) + steps), now) !== undefined,
    );
    expect(found).toEqual([false, true, true, true, false]);
  });

  it.each(["", "12345", "1234567", "abcdef", "１２３４５６", "12345x"])("are not %j", (typed) => {
    expect(stepOfCode(RFC_SECRET, typed)).toBeUndefined();
  });

  it("may be typed as apps show them, with a gap", () => {
    const code = codeOf(RFC_SECRET, stepOf(Date.now()));
    expect(stepOfCode(RFC_SECRET, `${code.slice(0, 3)} ${code.slice(3)} `)).toBeDefined();
  });

  it("have secrets of 160 bits, none like another", () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(50);
  });
});

describe("the picture", () => {
  /** Its dark modules, drawn with four dots each, as a camera would give them. */
  async function read(svg: string): Promise<string> {
    const { default: decodeQR } = await import("qr/decode.js");
    const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
    const scale = 4;
    const width = size * scale;
    const data = new Uint8ClampedArray(width * width * 4).fill(255);
    for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
      for (let dot = 0; dot < scale * scale; dot++) {
        const row = Number(y) * scale + Math.floor(dot / scale);
        const column = Number(x) * scale + (dot % scale);
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
    return decodeQR({ width, height: width, data });
  }

  it("says what a camera reads as the key's address", async () => {
    const uri = keyUri(newSecret(), "Kith & Söhne", "ada+kith@example.com");
    expect(uri).toMatch(/^otpauth:\/\/totp\/Kith%20%26%20S%C3%B6hne:ada%2Bkith%40example\.com\?/);
    expect(await read(keyPicture(uri))).toBe(uri);
  });

  it("stands in a data URI as it is, which the SDK makes of it", () => {
    expect(keyPicture(keyUri(newSecret(), "Kith", "ada@example.com"))).not.toMatch(/[#%]/);
  });
});
