import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { nodeProgram } from "../../scripts/lib/project.mjs";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { type Installation, startInstallation } from "./installation";
import { signUp } from "./user";

let kith: Installation;
test.beforeAll(async () => {
  kith = await startInstallation();
});
test.afterAll(async () => {
  await kith?.stop();
  kith?.remove();
});

/** Runs the protocol's own suite against a server; its output and how many scenarios failed. */
async function suite(env: Record<string, string>): Promise<{ failed: boolean; output: string }> {
  const ran = promisify(execFile)(nodeProgram(), ["scripts/mcp-conformance.mjs"], {
    env: { ...process.env, ...env },
  });
  const answer: { stdout: string; code?: number } = await ran.catch((error) => error);
  return { failed: Boolean(answer.code), output: answer.stdout };
}

test("assistants: every scenario of the Model Context Protocol's own suite passes, and a wrong key is noticed", async () => {
  const user = await signUp(kith, kith);
  const made = await user.ask(kith, "POST", "/api/api-keys", {
    name: "suite",
    scopes: ["read", "write", "send"],
  });
  expect(made.body).toMatchObject({ key: expect.any(String) });
  const passed = await suite({ KITH_URL: kith.url, KITH_TOKEN: made.body.key });
  expect(passed.output).toContain("0 failures");
  expect(passed.failed).toBe(false);
  const planted = await suite({ KITH_URL: kith.url, KITH_TOKEN: "kith_wrong" });
  expect(planted.failed).toBe(true);
  recordFigure("assistants-protocol", {
    size: { "scenarios in two revisions": passed.output.match(/^passed /gm)?.length ?? 0 },
    measured: { failures: 0 },
  });
});
