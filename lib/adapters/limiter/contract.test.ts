import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import type { ServiceDouble } from "@/lib/testing/doubles/http";
import { upstashDouble } from "@/lib/testing/doubles/upstash";
import { hostedLimiter } from "./hosted";
import { localLimiter, pruneLimiter } from "./local";
import type { Limiter, LimitRule } from "./port";
import { processShare, processWindow } from "./window";

const minute: LimitRule = { max: 100, windowMs: 60_000 };

/** What every limiter guarantees. `slackMs`: how much later than exactly a full window may reopen. */
function contract(make: () => Limiter, { exact, slackMs }: { exact: boolean; slackMs: number }): void {
  const run = Math.random().toString(36).slice(2);
  const key = (name: string) => `${run}:${name}`;

  it("counts down to zero, then refuses", async () => {
    const limiter = make();
    const before = Date.now();
    for (const left of [2, 1, 0]) {
      const hit = await limiter.hit(key("countdown"), { ...minute, max: 3 });
      expect(hit).toMatchObject({ allowed: true, limit: 3, remaining: left });
    }
    const refused = await limiter.hit(key("countdown"), { ...minute, max: 3 });
    expect(refused).toMatchObject({ allowed: false, limit: 3, remaining: 0 });
    expect(refused.resetAt).toBeGreaterThan(before);
    expect(refused.resetAt).toBeLessThanOrEqual(Date.now() + minute.windowMs);
    const wait = (refused.resetAt - Date.now()) / 1000;
    expect(refused.retryAfterS).toBeGreaterThanOrEqual(1);
    expect(refused.retryAfterS).toBeGreaterThanOrEqual(Math.floor(wait));
    expect(refused.retryAfterS).toBeLessThanOrEqual(Math.ceil(wait) + 1);
  });

  it("keeps keys and rules apart", async () => {
    const limiter = make();
    const rule = { ...minute, max: 1 };
    const hits = await Promise.all([limiter.hit(key("one"), rule), limiter.hit(key("two"), rule)]);
    expect(hits.map((hit) => hit.allowed)).toEqual([true, true]);
    expect((await limiter.hit(key("one"), rule)).allowed).toBe(false);
  });

  it("opens again after the window, although refused hits kept coming", async () => {
    const limiter = make();
    const rule = { max: 2, windowMs: 600 };
    await limiter.hit(key("slide"), rule);
    await limiter.hit(key("slide"), rule);
    const full = performance.now();
    let waited = 0;
    for (let allowed = false; !allowed && waited < 5_000; await sleep(40)) {
      ({ allowed } = await limiter.hit(key("slide"), rule));
      waited = performance.now() - full;
    }
    if (exact) expect(waited).toBeGreaterThan(rule.windowMs - 100);
    expect(waited).toBeLessThan(rule.windowMs + slackMs);
  });

  it("lets exactly the limit through when 500 come at once", async () => {
    const limiter = make();
    const hits = await Promise.all(Array.from({ length: 500 }, () => limiter.hit(key("burst"), minute)));
    const allowed = hits.filter((hit) => hit.allowed);
    expect(allowed).toHaveLength(minute.max);
    const remaining = allowed.map((hit) => hit.remaining).sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: minute.max }, (_, n) => n));
  });
}

/** Bursts and pauses for a while; returns when the allowed hits were requested and answered. */
async function pattern(
  limiter: Limiter,
  key: string,
  rule: LimitRule,
): Promise<{ asked: number; answered: number }[]> {
  const allowed: { asked: number; answered: number }[] = [];
  for (const pause of [0, 90, 5, 150, 0, 210, 30, 0, 300, 10, 70, 120, 0, 260, 5, 5, 180]) {
    const burst = Array.from({ length: 4 }, async () => {
      const asked = performance.now();
      if ((await limiter.hit(key, rule)).allowed) allowed.push({ asked, answered: performance.now() });
    });
    await Promise.all(burst);
    await sleep(pause);
  }
  return allowed.sort((a, b) => a.answered - b.answered);
}

/** True if two hits that are `max` apart were certainly within one window. */
function exceeds(hits: { asked: number; answered: number }[], { max, windowMs }: LimitRule): boolean {
  return hits.some((hit, n) => {
    const later = hits[n + max];
    return later !== undefined && later.answered - hit.asked < windowMs;
  });
}

describe("the local limiter", () => {
  afterAll(closeDatabase);
  contract(localLimiter, { exact: true, slackMs: 400 });

  it("never lets more than the limit into any window, wherever it begins", async () => {
    const rule = { max: 5, windowMs: 400 };
    const hits = await pattern(localLimiter(), "pattern", rule);
    expect(hits.length).toBeGreaterThan(rule.max * 2);
    expect(exceeds(hits, rule)).toBe(false);
  });

  it("is checked by something that a fixed window does not pass", async () => {
    const counts = new Map<number, number>();
    const fixed: Limiter = {
      async hit(_, { max, windowMs }) {
        const bucket = Math.floor(performance.now() / windowMs);
        const count = (counts.get(bucket) ?? 0) + 1;
        counts.set(bucket, count);
        return { allowed: count <= max, limit: max, remaining: 0, resetAt: 0, retryAfterS: 1 };
      },
    };
    const rule = { max: 5, windowMs: 400 };
    expect(exceeds(await pattern(fixed, "", rule), rule)).toBe(true);
  });

  it("is one window for all processes", async () => {
    const [one, two] = [localLimiter(), localLimiter()];
    expect((await one.hit("shared", { ...minute, max: 1 })).allowed).toBe(true);
    expect((await two.hit("shared", { ...minute, max: 1 })).allowed).toBe(false);
  });

  it("names the moment at which its oldest hit leaves the window", async () => {
    const limiter = localLimiter();
    const rule = { max: 2, windowMs: 10_000 };
    const first = await limiter.hit("reset", rule);
    await sleep(1_100);
    const second = await limiter.hit("reset", rule);
    const refused = await limiter.hit("reset", rule);
    expect([second.resetAt, refused.resetAt]).toEqual([first.resetAt, first.resetAt]);
    expect(refused.retryAfterS).toBe(9);
  });

  it("asks in the same statement, and counts as exactly as without", async () => {
    const limiter = localLimiter();
    const question = {
      text: "select $2::text as b, $1::text as a where $1 <> 'nobody'",
      parameters: ["x", "y"],
    };
    expect(await limiter.hit("asking", minute, question)).toMatchObject({
      remaining: 99,
      answer: { a: "x", b: "y" },
    });
    const nobody = { ...question, parameters: ["nobody", null] };
    expect(await limiter.hit("asking", minute, nobody)).toMatchObject({ remaining: 98, answer: null });
    expect(await limiter.hit("asking", minute)).not.toHaveProperty("answer");
    const hits = await Promise.all(
      Array.from({ length: 300 }, () => limiter.hit("asking", minute, question)),
    );
    const allowed = hits.filter((hit) => hit.allowed);
    expect(allowed).toHaveLength(97);
    expect(allowed.every(({ answer }) => answer?.a === "x")).toBe(true);
    expect(hits.find((hit) => !hit.allowed)).not.toHaveProperty("answer");
  });

  it("removes expired windows and keeps the others", async () => {
    const limiter = localLimiter();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => limiter.hit(`short ${n}`, { max: 1, windowMs: 20 })),
    );
    await limiter.hit("long", minute);
    await pg()`insert into rate_limits select 'short flood ' || n, '{}', now() from generate_series(1, 12000) n`;
    await sleep(80);
    expect(await pruneLimiter()).toBeGreaterThanOrEqual(12_050);
    const left = await pg()`select key from rate_limits where key like 'short %' or key = 'long'`;
    expect(left).toEqual([{ key: "long" }]);
  });
});

describe("the window of one process", () => {
  contract(() => processWindow(), { exact: true, slackMs: 400 });

  it("holds at most 100 000 keys and forgets the one unused for longest", async () => {
    const limiter = processWindow();
    const once = { ...minute, max: 1 };
    await limiter.hit("first", once);
    for (let n = 0; n < 100_000; n++) await limiter.hit(`flood ${n}`, once);
    expect((await limiter.hit("flood 99999", once)).allowed).toBe(false);
    expect((await limiter.hit("first", once)).allowed).toBe(true);
  });
});

describe("the share of one process of several", () => {
  contract(() => processShare(1), { exact: true, slackMs: 400 });

  it("adds up to no more than the limit, which the answers still name", async () => {
    const processes = [1, 2, 3].map(() => processShare(3));
    const answers = await Promise.all(
      processes.flatMap((one) =>
        Array.from({ length: 100 }, () => one.hit("shared", { ...minute, max: 100 })),
      ),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(99);
    expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set([100]));
    expect((await processShare(3).hit("rare", { ...minute, max: 1 })).allowed).toBe(true);
  });
});

describe("the hosted limiter on a double of Upstash", () => {
  let double: ServiceDouble;
  let limiter: Limiter;

  beforeEach(async () => {
    // Away from the end of a minute: a burst across two of Upstash's buckets cannot be counted exactly.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 3_000) await sleep(left);
    double = await upstashDouble("secret");
    limiter = hostedOn(double.url, "secret");
  });
  afterEach(() => double.close());

  contract(() => limiter, { exact: false, slackMs: 1_200 });

  it.each([["hang"], ["error 500"], [{ delayMs: 2_000 }]] as const)(
    "falls back to an exact window of its own process, quickly, when Redis shows %j",
    async (fault) => {
      double.fault = fault;
      const started = performance.now();
      const first = await limiter.hit("outage", { ...minute, onOutage: "fallback" });
      expect(performance.now() - started).toBeLessThan(1_500);
      expect(first).toMatchObject({ allowed: true, limit: 100, remaining: 99 });
      expect(first.resetAt).toBeGreaterThan(Date.now());
      const again = performance.now();
      const hits = await Promise.all(Array.from({ length: 150 }, () => limiter.hit("outage", minute)));
      expect(performance.now() - again).toBeLessThan(500);
      expect(hits.filter((hit) => hit.allowed)).toHaveLength(99);
    },
  );

  it("refuses with 503 and Retry-After where the rule says so", async () => {
    double.fault = "error 500";
    await limiter.hit("other", minute);
    double.fault = undefined;
    const counted = await limiter.hit("upload", { ...minute, onOutage: "refuse" });
    expect(counted.remaining).toBe(99); // it requests again at once, whatever other clients have just been told
    double.fault = "hang";
    const refused: unknown = await limiter
      .hit("upload", { ...minute, onOutage: "refuse" })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      headers: { "Retry-After": "5" },
    });
  });

  it("does not ask while Redis is known to be down, and returns to it afterwards", async () => {
    double.fault = "error 500";
    await limiter.hit("back", minute);
    double.fault = undefined;
    const asked = double.requests;
    await limiter.hit("back", minute);
    expect(double.requests).toBe(asked);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_100 });
    expect(await limiter.hit("back", minute)).toMatchObject({ allowed: true, remaining: 99 });
    expect(double.requests).toBeGreaterThan(asked);
    vi.useRealTimers();
  });

  it("treats a Redis that is not there like one that does not answer", async () => {
    const gone = await upstashDouble("secret");
    await gone.close();
    const orphan = hostedOn(gone.url, "secret");
    expect(await orphan.hit("gone", minute)).toMatchObject({ allowed: true, limit: 100, remaining: 99 });
  });
});

const { CONTRACT_UPSTASH_REDIS_REST_URL: realUrl, CONTRACT_UPSTASH_REDIS_REST_TOKEN: realToken } =
  process.env;

describe.skipIf(!realUrl)("the hosted limiter on Upstash itself", () => {
  let limiter: Limiter;
  beforeAll(() => {
    limiter = hostedOn(realUrl ?? "", realToken ?? "");
  });
  contract(() => limiter, { exact: false, slackMs: 1_500 });
});

function hostedOn(url: string, token: string): Limiter {
  vi.stubEnv("UPSTASH_REDIS_REST_URL", url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", token);
  resetEnv();
  const limiter = hostedLimiter();
  vi.unstubAllEnvs();
  resetEnv();
  return limiter;
}
