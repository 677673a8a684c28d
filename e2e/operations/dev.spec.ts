import { spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/ports.mjs";
import { asContributor, copyProject, follow } from "../development";

/** A database is created and what answers is compiled: half a minute of two cores that others share. */
const START_MS = 300_000;

test("npm run dev starts, answers and stops; e2e/dev.spec.ts edits a page in it", async () => {
  test.setTimeout(START_MS + 60_000);
  const folder = copyProject();
  const port = await freePort();
  const { said, end } = follow(spawn("npm", ["run", "dev"], asContributor(folder, port)), folder);
  let code: number;
  try {
    await expect.poll(said, { timeout: START_MS }).toMatch(/Stop +Ctrl-C|✗/);
    expect(said()).toMatch(/is ready at .*\(development\)/);
    const answer = await fetch(`http://localhost:${port}/api/health`);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status: "ok" })]);
  } finally {
    code = await end();
  }
  expect([code, said()]).toEqual([0, expect.stringContaining("Stopped.")]);
});
