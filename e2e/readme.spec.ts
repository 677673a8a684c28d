import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

test("the quickstart of the README works as it is printed", { tag: "@embedded" }, ({ baseURL }) => {
  const block = /<!-- quickstart -->\s*```sh\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1];
  expect(block).toBeDefined();
  const script = String(block)
    .replace("http://localhost:3000", String(baseURL))
    .replace("you@example.com", `quickstart-${Date.now()}@example.com`);
  // In a folder of its own, where npm finds the project's scripts all the same.
  const folder = mkdtempSync(join(tmpdir(), "kith-quickstart-"));
  for (const name of ["package.json", "scripts", "node_modules"])
    symlinkSync(resolve(name), join(folder, name));
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR ?? resolve(".data") };
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(output).toContain('"create":1,"update":1,"unchanged":0,"skip":0,"fail":1');
  expect(output).toContain('"code":"email_invalid"');
  expect(output).toContain('"last_name":"King"');
  expect(output).toContain('"removed":1,"restored":1,"kept":0');
});
