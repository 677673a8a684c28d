import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { pg } from "@/db/client";
import { publishableKey, statelessClient } from "../client";
import { setDelivery } from "./events";
import { handleIdentity } from "./handler";
import { inTurn } from "./hashing";
import { checkStrength } from "./password-strength";
import { hashCost, hashPassword, verifyPassword } from "./passwords";

/** Which passwords are allowed, how they are stored, and how much hashing them may delay others. */

beforeAll(() => setDelivery(async () => {}));
beforeEach(async () => {
  await pg()`delete from rate_limits`;
});
afterEach(() => vi.unstubAllEnvs());

const email = "ada.lovelace@example.com";

function refusal(password: string, address = email): string | undefined {
  try {
    checkStrength(password, address);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe("a password", () => {
  it.each([
    ["common", ["password", "12345678", "qwertyuiop", "Iloveyou", "TRUSTNO1", "football1"]],
    ["common but for its ends", ["password1!", "Password2026", "123sunshine123", "...superman..."]],
    ["common but for look-alikes", ["p@ssw0rd", "P4$$w0rd", "7ru57n01", "b@s3ball!"]],
    ["the address", [email, "ada.lovelace", "AdaLovelace1815", "lovelace-ada", "example.com", "lovelace@99"]],
    ["our name", ["kithkith", "kith-2026", "Kith12345"]],
    ["one thing over and over", ["aaaaaaaa", "abababab", "12341234", "xyz!xyz!xyz!", "äääääääää"]],
    ["in the order of the alphabet", ["abcdefgh", "hgfedcba", "23456789", "lmnopqrst"]],
    ["short", ["abc", "1234567", "🎉🎉🎉🎉🎉🎉🎉"]],
  ])("is refused when it is %s", (_, passwords) => {
    expect(passwords.map((one) => [one, refusal(one)])).toEqual(
      passwords.map((one) => [one, "weak_password"]),
    );
  });

  it("may be anything else", () => {
    const fine = [
      "correct horse",
      "ada likes long walks",
      "Tr0ub4dor&3",
      "vier Wörter sind genug",
      "x7#kQ!mz",
    ];
    expect(fine.map((one) => refusal(one))).toEqual(fine.map(() => undefined));
    expect(refusal("a".repeat(255).replace(/aa/g, "ab c"))).toBe("validation_failed");
  });

  it("is refused wherever it is chosen, in the SDK's own words", async () => {
    const sdk = statelessClient(publishableKey()).auth;
    const address = `weak-${randomUUID()}@example.com`;
    const signUp = await sdk.signUp({ email: address, password: "password" });
    expect(signUp.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["pwned"] });
    await sdk.signUp({ email: address, password: "correct horse" });
    for (const password of ["Password1!", address]) {
      expect((await sdk.updateUser({ password })).error?.code).toBe("weak_password");
    }
  });

  it("is never cut: what begins with the right one is not the right one", async () => {
    const longest = Array.from({ length: 128 }, (_, n) => String.fromCharCode(97 + (n % 26)) + (n % 10)).join(
      "",
    );
    expect(refusal(longest)).toBeUndefined();
    const hash = await hashPassword(longest);
    expect(await verifyPassword(longest, hash)).toBe(true);
    expect(await verifyPassword(`${longest}x`, hash)).toBe(false);
    expect(refusal(`${longest}x`)).toBe("validation_failed");
  });

  it("is kept as salted scrypt, and compared after normalisation", async () => {
    const [one, two] = [await hashPassword("Straße é"), await hashPassword("Straße é")];
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Straße e\u0301", one)).toBe(true);
    expect(await verifyPassword("Strasse é", one)).toBe(false);
  });

  it("is as slow to refuse for nobody as for somebody, and when it is too long", async () => {
    const hash = await hashPassword("correct horse");
    const timed = async (stored: string | null, tried = "wrong") => {
      const started = performance.now();
      for (let i = 0; i < 5; i++) expect(await verifyPassword(tried, stored)).toBe(false);
      return performance.now() - started;
    };
    await timed(null);
    const usual = await timed(hash);
    for (const other of [await timed(null), await timed(hash, "x".repeat(300))]) {
      expect(other / usual).toBeGreaterThan(0.4);
      expect(other / usual).toBeLessThan(2.5);
    }
  });
});

describe("hashing", () => {
  const stranger = (name: string) => ({ name, isKnown: false });

  /** Work that ends when it is released, and reports how much of it ran concurrently. */
  function bench() {
    const ends: (() => void)[] = [];
    let most = 0;
    let running = 0;
    const work = () =>
      new Promise<void>((resolve) => {
        most = Math.max(most, ++running);
        ends.push(() => {
          running--;
          resolve();
        });
      });
    const finish = async (all: Promise<unknown>[]) => {
      const done = Promise.allSettled(all);
      for (let open = true; open; ) {
        ends.splice(0).forEach((end) => {
          end();
        });
        open = await Promise.race([
          done.then(() => false),
          new Promise<boolean>((go) => setImmediate(go, true)),
        ]);
      }
      return done;
    };
    return { work, finish, most: () => most };
  }

  it("is done by two at a time at most, and nobody beyond the line waits", async () => {
    const { work, finish, most } = bench();
    const tries = Array.from({ length: 60 }, (_, n) => inTurn(stranger(`10.0.0.${n}`), work));
    const outcomes = await finish(tries);
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(most()).toBeLessThanOrEqual(2);
    expect(60 - refused.length).toBeGreaterThanOrEqual(25);
    expect(60 - refused.length).toBeLessThanOrEqual(26);
    expect(refused[0]?.reason).toMatchObject({ status: 503, code: "overloaded", retryAfterS: 2 });
    expect(await inTurn(null, async () => "free again")).toBe("free again");
  });

  it("leaves others their place: one client fills a third of the line at most", async () => {
    const { work, finish } = bench();
    const greedy = Array.from({ length: 40 }, () => inTurn(stranger("10.9.9.9"), work));
    const modest = Array.from({ length: 5 }, (_, n) => inTurn(stranger(`10.8.0.${n}`), work));
    const outcomes = await finish([...greedy, ...modest]);
    expect(outcomes.slice(40).every(({ status }) => status === "fulfilled")).toBe(true);
    expect(outcomes.slice(0, 40).filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(
      10,
    );
  });

  it("is done first for who is known: strangers who fill their line keep nobody out", async () => {
    const { work, finish } = bench();
    const order: string[] = [];
    const flood = Array.from({ length: 60 }, (_, n) => inTurn(stranger(`10.7.0.${n}`), work));
    const last = flood[20]?.then(() => order.push("stranger"));
    const owner = inTurn({ name: "device:1", isKnown: true }, work).then(() => order.push("owner"));
    const outcomes = await finish([...flood, owner]);
    await last;
    expect(outcomes.at(-1)?.status).toBe("fulfilled");
    expect(order).toEqual(["owner", "stranger"]);
  });

  it("goes on after work that fails", async () => {
    const failing = Array.from({ length: 6 }, () => inTurn(null, () => Promise.reject(new Error("no"))));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
    expect(await inTurn(null, async () => 1)).toBe(1);
  });

  it("that is asked for too often is refused with a time: sign-ups and changes of password", async () => {
    const cost = { ...hashCost };
    Object.assign(hashCost, { ln: 4, p: 1 }); // what 40 of them cost is not the subject
    onTestFinished(() => void Object.assign(hashCost, cost));
    const call = (method: string, path: string, body: unknown, token = publishableKey()) =>
      handleIdentity(
        new Request(`http://localhost/auth/v1/${path}`, {
          method,
          headers: {
            apikey: publishableKey(),
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        }),
        { address: "10.3.3.3", later: () => {} },
      );
    const address = `often-${randomUUID()}@example.com`;
    const sdk = statelessClient(publishableKey()).auth;
    const { data } = await sdk.signUp({ email: address, password: "correct horse" });
    const token = data.session?.access_token;
    const change = (n: number) =>
      call("PUT", "user", { password: `another horse ${n}`, current_password: "x" }, token);
    const changes = [];
    for (let n = 0; n < 21; n++) changes.push(await change(n));
    expect(changes.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429]);
    expect(Number(changes.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    const signUps = [];
    for (let n = 0; n < 21; n++)
      signUps.push(await call("POST", "signup", { email: address, password: "correct horse" }));
    expect(signUps.map(({ status }) => status)).toEqual([...Array(20).fill(422), 429]);
  });
});
