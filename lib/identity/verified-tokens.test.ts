import { afterEach, expect, it, vi } from "vitest";
import { VerifiedTokens } from "./verified-tokens";

const keys = {};
const at = (seconds: number) => vi.setSystemTime(seconds * 1000);

vi.useFakeTimers({ toFake: ["Date"] });
afterEach(() => at(1_000));

function remembered(exp: number, nbf?: number) {
  const tokens = new VerifiedTokens<string>();
  tokens.remember("a.b.c", keys, { exp, nbf }, "ada");
  return tokens;
}

it("knows a token again, and no other", () => {
  at(1_000);
  const tokens = remembered(2_000);
  expect(tokens.recall("a.b.c", keys)).toBe("ada");
  expect(tokens.recall("a.b.C", keys)).toBeUndefined();
  expect(tokens.recall("a.b", keys)).toBeUndefined();
});

it("forgets it in the second in which it expires", () => {
  const tokens = remembered(2_000);
  at(1_999);
  expect(tokens.recall("a.b.c", keys)).toBe("ada");
  at(2_000);
  expect(tokens.recall("a.b.c", keys)).toBeUndefined();
  at(1_999);
  expect(tokens.recall("a.b.c", keys)).toBeUndefined();
});

it("takes none before its time, none without an end, and none after the keys were read anew", () => {
  at(1_000);
  expect(remembered(2_000, 1_001).recall("a.b.c", keys)).toBeUndefined();
  expect(remembered(2_000, 1_000).recall("a.b.c", keys)).toBe("ada");
  expect(remembered(Number.NaN).recall("a.b.c", keys)).toBeUndefined();
  expect(remembered(2_000).recall("a.b.c", {})).toBeUndefined();
});

it("holds 10 000, and forgets the one not used for longest", () => {
  at(1_000);
  const tokens = remembered(2_000);
  for (let n = 0; n < 9_999; n++) tokens.remember(`t.${n}.s`, keys, { exp: 2_000 }, "eve");
  expect(tokens.recall("a.b.c", keys)).toBe("ada");
  tokens.remember("one.too.many", keys, { exp: 2_000 }, "eve");
  expect(tokens.size).toBe(10_000);
  expect(tokens.recall("t.0.s", keys)).toBeUndefined();
  expect(tokens.recall("a.b.c", keys)).toBe("ada");
});
