import { expect, it } from "vitest";
import { hashToken, isApiKey, isWellFormed, newToken } from "./token";

it("makes tokens that differ, are well-formed and hash to what is stored", () => {
  const tokens = Array.from({ length: 2000 }, newToken);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(2000);
  for (const { token, hash, hint } of tokens) {
    expect(isApiKey(token) && isWellFormed(token)).toBe(true);
    expect(hash).toBe(hashToken(token));
    expect(hint).toBe(`kith_****${token.slice(-4)}`);
  }
});

it("tells a misspelt token by its checksum", () => {
  const { token } = newToken();
  for (let at = 0; at < token.length; at++) {
    const wrong = token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
    expect(isWellFormed(wrong)).toBe(false);
  }
  for (const wrong of ["", "kith_", token.slice(1), `${token} `, `${token}0`, token.slice(0, -1)]) {
    expect(isWellFormed(wrong)).toBe(false);
  }
});

it("takes no access token for an API key", () => {
  expect(isApiKey("eyJhbGciOiJFUzI1NiJ9.e30.c2ln")).toBe(false);
});
