import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDatabase } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { callRoute } from "@/lib/testing/workspace";
import { GET as ready } from "./ready/route";
import { GET as health } from "./route";

describe("while the database does not answer", () => {
  beforeEach(async () => {
    await closeDatabase();
    vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1:1/nobody");
    resetEnv();
  });
  afterEach(async () => {
    await closeDatabase();
    vi.unstubAllEnvs();
    resetEnv();
  });

  it("the process is alive, and its limit still counts", async () => {
    const headers = { "x-forwarded-for": "198.51.100.7" };
    const answers = [await callRoute(health, { headers }), await callRoute(health, { headers })];
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, "ok"],
      [200, "ok"],
    ]);
    expect(answers.map((answer) => answer.headers.get("x-ratelimit-remaining"))).toEqual(["99", "98"]);
  });

  it("it is not ready, and says which part is missing", async () => {
    const { status, body } = await callRoute(ready);
    expect([status, body.status]).toEqual([503, "unavailable"]);
    expect(body.checks).toMatchObject({
      database: { status: "error" },
      limiter: { status: "error" },
      identity: { status: "ok" },
      blob: { status: "ok" },
    });
  });
});
