import { expect, it, vi } from "vitest";
import { POST as dryRunRoute } from "@/app/api/imports/[id]/dry-run/route";
import { pg, poolSizes } from "@/db/client";
import { env } from "@/lib/env";
import { uploadText } from "@/lib/testing/imports";
import { type Answer, newWorkspace } from "@/lib/testing/workspace";
import { dryRun } from "./dry-run";
import { confirmBody } from "./schemas";

const body = { columnMapping: { email: "email" } };

async function pendingImport() {
  const acme = await newWorkspace();
  const received = await uploadText(acme, "email\nada@example.com\n");
  const id: string = received.body.importId;
  return { workspaceId: acme.id, id, check: () => acme.call(dryRunRoute, { params: { id }, body }) };
}

/** Starts these checks and keeps two of them in the middle until `meanwhile` is done. Returns their answers. */
async function duringChecks(checks: (() => Promise<Answer>)[], meanwhile: () => Promise<void>) {
  const { answers } = await pg().begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`;
    const running = checks.map((check) => check());
    await vi.waitFor(
      async () => {
        const waiting = await pg()`
          select from pg_locks where relation = 'contacts'::regclass and not granted`;
        expect(waiting).toHaveLength(2);
      },
      { timeout: 10_000, interval: 10 },
    );
    await meanwhile();
    return { answers: running };
  });
  return Promise.all(answers);
}

it("checks files by turns, and refuses a further one only to who has several waiting", async () => {
  const [one, other] = [await pendingImport(), await pendingImport()];
  const mine = Array.from({ length: 4 }, () => one.check);
  const answers = await duringChecks([...mine, other.check], async () => {
    const refused = await one.check();
    expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.body).toMatchObject({
      message: expect.stringContaining("Try again"),
      details: { busy: true },
    });
  });
  expect(answers.map((answer) => [answer.status, answer.body.create])).toEqual(answers.map(() => [200, 1]));
  expect((await one.check()).status).toBe(200);
});

it("gives the place of a check back that was broken off", async () => {
  const { workspaceId, id, check } = await pendingImport();
  for (let n = 0; n < 3; n++) {
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(dryRun(workspaceId, id, confirmBody.parse(body), { signal })).rejects.toThrow("gone");
  }
  expect((await check()).status).toBe(200);
});

it("writes nothing where the search path names the product's own tables first", async () => {
  const { workspaceId, check } = await pendingImport();
  await onEveryConnection("set search_path = public, pg_temp");
  try {
    expect((await check()).body).toMatchObject({ create: 1 });
    expect(await pg()`select email from contacts where workspace_id = ${workspaceId}`).toEqual([]);
  } finally {
    await onEveryConnection("reset search_path");
  }
});

/** Each of the connections for jobs is held until all are, so none is left out. */
async function onEveryConnection(statement: string): Promise<void> {
  const size = poolSizes(env().DATABASE_POOL_SIZE).job;
  let begun = 0;
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  const run = () =>
    pg().begin(async (tx) => {
      await tx.unsafe(statement);
      if (++begun === size) go();
      await all;
    });
  await Promise.all(Array.from({ length: size }, run));
}
