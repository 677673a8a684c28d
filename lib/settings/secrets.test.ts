import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { decryptSecret, encryptSecret, isCurrent, maskSecret } from "./secrets";

const place = { owner: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10", column: "settings.mail_api_key" };
const [one, two] = ["one", "two"].map((id) => `${id}:${randomBytes(32).toString("base64")}`);

function useKeys(...keys: (string | undefined)[]) {
  vi.stubEnv("ENCRYPTION_KEYS", keys.join(","));
  resetEnv();
}

beforeEach(() => useKeys(one));
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

describe("encryptSecret", () => {
  it("is read back by decryptSecret and never stored in the clear", () => {
    const stored = encryptSecret(place, "re_geheim_äöü🎉");
    expect(stored).not.toContain("geheim");
    expect(decryptSecret(place, stored)).toBe("re_geheim_äöü🎉");
  });

  it("uses a new nonce each time", () => {
    const stored = Array.from({ length: 1000 }, () => encryptSecret(place, "same"));
    expect(new Set(stored.map((value) => value.split(".")[2])).size).toBe(1000);
    expect(new Set(stored.map((value) => value.split(".")[3])).size).toBe(1000);
  });

  it("refuses without a key, and with a bad one, and does not quote it", () => {
    useKeys();
    expect(() => encryptSecret(place, "x")).toThrow("ENCRYPTION_KEYS is not set");
    useKeys("one:c2hvcnQ=");
    expect(() => encryptSecret(place, "x")).toThrow(/^(?!.*c2hvcnQ).*32 bytes$/);
  });
});

describe("decryptSecret", () => {
  it("reads nothing in another workspace or column", () => {
    const stored = encryptSecret(place, "secret");
    expect(decryptSecret({ ...place, owner: place.owner.replace("0190", "0191") }, stored)).toBeNull();
    expect(decryptSecret({ ...place, column: "settings.other" }, stored)).toBeNull();
  });

  it("reads nothing that was changed, wherever", () => {
    const stored = encryptSecret(place, "secret");
    const flipped = [...stored].flatMap((character, at) =>
      character === "." ? [] : [stored.slice(0, at) + (character === "A" ? "B" : "A") + stored.slice(at + 1)],
    );
    // The last character of base64url has bits that do not count.
    const same = flipped.filter((value) => decryptSecret(place, value) === "secret");
    expect(same.length).toBeLessThanOrEqual(1);
    expect(
      flipped
        .map((value) => decryptSecret(place, value))
        .filter((value) => value !== null && value !== "secret"),
    ).toEqual([]);
    for (const broken of [
      "",
      "v1",
      "v1.one..",
      "v1.one.AAAA.AAAA",
      `${stored}.x`.slice(0, -10),
      "plain text",
    ]) {
      expect(decryptSecret(place, broken)).toBeNull();
    }
  });

  it("reads old keys of the ring, and not those that left it", () => {
    const stored = encryptSecret(place, "secret");
    useKeys(two, one);
    expect(decryptSecret(place, stored)).toBe("secret");
    expect(isCurrent(stored)).toBe(false);
    const renewed = encryptSecret(place, "secret");
    expect(isCurrent(renewed)).toBe(true);
    useKeys(two);
    expect(decryptSecret(place, stored)).toBeNull();
    expect(decryptSecret(place, renewed)).toBe("secret");
  });
});

describe("maskSecret", () => {
  it.each([
    ["re_123456789_wXyZ", "re_****wXyZ"],
    ["test_0123456789", "test_****6789"],
    ["0123456789abcdef", "****cdef"],
    ["longsecret_0123456789", "****6789"],
    ["_0123456789abc", "****9abc"],
    ["re_12345678", "****"],
    ["", "****"],
  ])("shows %j as %j", (secret, mask) => expect(maskSecret(secret)).toBe(mask));
});
