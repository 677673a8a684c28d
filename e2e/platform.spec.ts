import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";

/** The command-line tools next to a running product, as a user calls them. */
function run(script: string, ...args: string[]): string {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR ?? ".data" };
  return execFileSync(process.execPath, [`scripts/${script}.mjs`, ...args], { env, encoding: "utf8" }).trim();
}

test("a token from the command line opens a workspace of its own, again and again", {
  tag: "@embedded",
}, async ({ request }) => {
  const settings = async (token: string) => {
    const answer = await request.get("/api/settings", { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(200);
    return (await answer.json()).workspace_id;
  };
  const mine = await settings(run("token", "first@example.com"));
  expect(await settings(run("token", "first@example.com"))).toBe(mine);
  expect(await settings(run("token", "second@example.com"))).not.toBe(mine);
});

test("the doctor finds the running product well", () => {
  const findings: { name: string; state: string }[] = JSON.parse(run("doctor", "--json"));
  expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  expect(findings.map(({ name }) => name)).toContain("App");
});
