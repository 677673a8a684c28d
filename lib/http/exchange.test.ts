import { expect, it } from "vitest";
import { answer } from "./exchange";
import { Reply } from "./reply";

const failing = (code: string) => {
  const cause = Object.assign(new Error("a driver's words"), { code });
  return answer(new Request("http://localhost/api"), "failing", async () => {
    throw new Error("Failed query", { cause });
  });
};

it.each([
  ["a deadlock", "40P01", "1"],
  ["transactions that cannot follow each other", "40001", "1"],
  ["a server that shuts down", "57P01", "5"],
  ["a lost connection", "CONNECTION_LOST", "5"],
  ["too many connections", "53300", "5"],
])("answers 503 with Retry-After to %s", async (_, code, seconds) => {
  const response = await failing(code);
  const body = await response.json();
  expect([response.status, body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(response.headers.get("retry-after")).toBe(seconds);
  expect(body.message).not.toContain("driver");
});

it.each([
  ["the database", "53100"],
  ["this process", "ENOSPC"],
  ["a user", "EDQUOT"],
])("says that the disk of %s is full", async (_, code) => {
  const response = await failing(code);
  const body = await response.json();
  expect([response.status, body.details]).toEqual([503, { reason: "disk_full" }]);
  expect([body.message, response.headers.get("retry-after")]).toEqual([
    "The server's disk is full. Whoever runs it has to make room.",
    "300",
  ]);
});

it.each(["53200", "53300", "CONNECTION_POOL_TIMEOUT"])(
  "calls %s no silence of the database",
  async (code) => {
    const body = await (await failing(code)).json();
    expect(body.details).toEqual({ reason: "database_overloaded" });
    expect(body.message).not.toContain("does not answer");
  },
);

it("says that the database accepts no changes", async () => {
  const response = await failing("25006");
  const body = await response.json();
  expect([response.status, body.details]).toEqual([503, { reason: "database_read_only" }]);
  expect(body.message).toContain("accepts no changes");
});

it("says what to do about what took too long", async () => {
  const response = await failing("57014");
  const body = await response.json();
  expect([response.status, body.code, body.details]).toEqual([
    ...[503, "SERVICE_UNAVAILABLE"],
    { reason: "too_slow" },
  ]);
  expect(body.message).toContain("a smaller file, a narrower filter or a smaller page");
});

it("answers to a write into a workspace that was just deleted what it answers from then on", async () => {
  const response = await failing("23503");
  const message = "This user has no workspace";
  expect([response.status, await response.json()]).toEqual([401, { code: "UNAUTHORIZED", message }]);
});

it("calls it no failure when the client left and the work was given up", async () => {
  const left = new AbortController();
  const request = new Request("http://localhost/api", { signal: left.signal });
  const leave = async () => {
    left.abort();
    request.signal.throwIfAborted();
    return new Reply(200, {}, {});
  };
  expect((await answer(request, "left", leave)).status).toBe(499);
  const broken = async () => {
    throw new Error("a defect of ours");
  };
  expect((await answer(request, "broken", broken)).status).toBe(500);
});

it("answers 500 to what would fail again", async () => {
  const response = await failing("42P01");
  expect([response.status, response.headers.get("retry-after")]).toEqual([500, null]);
  expect((await response.json()).code).toBe("INTERNAL_ERROR");
});

it("counts no call that carries the service's own secret, and every other", async () => {
  const call = (authorization: string) => {
    const headers = { authorization, "x-forwarded-for": "198.51.100.77" };
    const request = new Request("http://localhost/api", { headers });
    return answer(request, "own", async () => new Reply(200, { fine: true }, {}));
  };
  const own = await Promise.all(Array.from({ length: 101 }, () => call(`Bearer ${process.env.CRON_SECRET}`)));
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
  expect(own.at(-1)?.headers.get("x-ratelimit-remaining")).toBe("100");
  const others = await Promise.all(Array.from({ length: 101 }, () => call("Bearer undefined")));
  expect(others.map(({ status }) => status).sort()).toEqual([...Array(100).fill(200), 429]);
});
