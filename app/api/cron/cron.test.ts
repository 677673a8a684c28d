import { afterEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { callRoute } from "@/lib/testing/workspace";
import * as continueJob from "./continue/route";
import * as sweep from "./sweep/route";
import * as weeklyDigest from "./weekly-digest/route";

const secret = process.env.CRON_SECRET ?? "";
const body = { kind: "import", workspaceId: newId(), id: newId() };
const calls = [
  ["weekly-digest", weeklyDigest.GET, undefined],
  ["sweep", sweep.GET, undefined],
  ["continue", continueJob.POST, body],
] as const;

afterEach(async () => {
  await settleBackground();
  process.env.CRON_SECRET = secret;
  resetEnv();
});

const strangers: [string, string | null][] = [
  ["no header", null],
  ["an empty token", "Bearer "],
  ["a wrong token", "Bearer wrong"],
  ["the secret with something after it", `Bearer ${secret}x`],
  ["the beginning of the secret", `Bearer ${secret.slice(0, -1)}`],
  ["the secret in another case", `Bearer ${secret.toUpperCase()}`],
  ["another scheme", `Basic ${secret}`],
  ["the bare secret", secret],
  ["what a forgotten variable looks like", "Bearer undefined"],
];

for (const [name, handler, input] of calls) {
  it.each(strangers)(`${name} refuses %s`, async (_, authorization) => {
    const reply = await callRoute(handler, { body: input, headers: authorization ? { authorization } : {} });
    expect([reply.status, reply.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it(`${name} refuses everybody when no secret is set`, async () => {
    delete process.env.CRON_SECRET;
    resetEnv();
    for (const authorization of ["Bearer undefined", "Bearer ", "Bearer null", `Bearer ${secret}`]) {
      const reply = await callRoute(handler, { body: input, headers: { authorization } });
      expect(reply.status).toBe(401);
    }
  });

  it(`${name} works with the secret`, async () => {
    const reply = await callRoute(handler, { body: input, headers: { authorization: `Bearer ${secret}` } });
    expect(reply.status).toBe(name === "continue" ? 202 : 200);
  });
}

it("continue tells a stranger nothing about the body, and the application everything", async () => {
  const bad = { kind: "contact", workspaceId: "x" };
  const stranger = await callRoute(continueJob.POST, { body: bad });
  expect(stranger.status).toBe(401);
  const own = await callRoute(continueJob.POST, {
    body: bad,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(own.status).toBe(400);
  expect(own.body.details.map((problem: { path: string[] }) => problem.path[0])).toEqual([
    "kind",
    "workspaceId",
    "id",
  ]);
});

it("reports each step of the sweep", async () => {
  const reply = await callRoute(sweep.GET, { headers: { authorization: `Bearer ${secret}` } });
  const steps = [
    "imports",
    "exports",
    "mails",
    "expired_imports",
    "expired_exports",
    "files",
    "orphaned_files",
  ];
  expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(steps));
  expect(Object.values(reply.body)).not.toContain(null);
  expect(await pg()`select 1 from outbox`).toHaveLength(0);
});
