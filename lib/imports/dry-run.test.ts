import { expect, it, vi } from "vitest";
import { POST as dryRunRoute } from "@/app/api/imports/[id]/dry-run/route";
import { sql } from "@/db/client";
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

/** Starts two checks and keeps them in the middle until `meanwhile` is done. Returns their answers. */
async function duringTwo(check: () => Promise<Answer>, meanwhile: () => Promise<void>): Promise<Answer[]> {
  const { answers } = await sql().begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`;
    const running = [check(), check()];
    await vi.waitFor(
      async () => {
        const waiting = await sql()`
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

it("takes two checks at a time and asks a third to wait, whichever workspace it is of", async () => {
  const [one, other] = [await pendingImport(), await pendingImport()];
  const answers = await duringTwo(one.check, async () => {
    const third = await other.check();
    expect([third.status, third.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(third.headers.get("retry-after")).toBe("5");
    expect(third.body).toMatchObject({
      message: expect.stringContaining("Try again"),
      details: { busy: true },
    });
  });
  expect(answers.map((answer) => [answer.status, answer.body.create])).toEqual([
    [200, 1],
    [200, 1],
  ]);
  expect((await other.check()).status).toBe(200);
});

it("gives the place of a check back that was broken off", async () => {
  const { workspaceId, id, check } = await pendingImport();
  for (let n = 0; n < 3; n++) {
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(dryRun(workspaceId, id, confirmBody.parse(body), { signal })).rejects.toThrow("gone");
  }
  expect((await check()).status).toBe(200);
});

it("writes nothing where the database's search path names its own tables first", async () => {
  const { workspaceId, check } = await pendingImport();
  await sql().unsafe(`alter database ${await databaseName()} set search_path = public, pg_temp`);
  try {
    await endConnections();
    expect((await check()).body).toMatchObject({ create: 1 });
    expect(await sql()`select email from contacts where workspace_id = ${workspaceId}`).toEqual([]);
  } finally {
    await sql().unsafe(`alter database ${await databaseName()} reset search_path`);
    await endConnections();
  }
});

async function databaseName(): Promise<string> {
  const [row] = await sql()<{ name: string }[]>`select quote_ident(current_database()) as name`;
  return row?.name ?? "";
}

/** Settings of a database are those of connections that are opened from then on. */
async function endConnections(): Promise<void> {
  await sql()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await sql()
    .begin(async (tx) => tx`select pg_terminate_backend(pg_backend_pid())`)
    .catch(() => undefined);
}
