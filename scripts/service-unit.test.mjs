import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";

const unit = readFileSync(join(root, "docs/kith.service"), "utf8");
const settings = new Map(
  unit
    .split("\n")
    .map((line) => /^(\w+)=(.*)$/.exec(line))
    .flatMap((found) => (found ? [[found[1], found[2]]] : [])),
);

it("the unit runs as a user of its own that writes its data alone and cannot see the history", () => {
  expect(settings.get("User")).toBe("kith");
  expect(settings.get("ProtectSystem")).toBe("strict");
  expect(settings.get("NoNewPrivileges")).toBe("true");
  expect(settings.get("CapabilityBoundingSet")).toBe("");
  const clone = settings.get("WorkingDirectory");
  expect(settings.get("InaccessiblePaths")).toBe(`-${clone}/.git`);
  expect(settings.get("ExecStart")).toBe(`${clone}/node_modules/.bin/node scripts/start.mjs`);
  expect(settings.get("Environment")).toContain(`DATA_DIR=${settings.get("ReadWritePaths")} `);
  expect(`/var/lib/${settings.get("StateDirectory")}`).toBe(settings.get("ReadWritePaths"));
});

/** @param {string[]} args */
const analyze = (...args) => spawnSync("systemd-analyze", args, { encoding: "utf8" });

it.skipIf(analyze("--version").status !== 0)("systemd has nothing to say against it", () => {
  const folder = mkdtempSync(join(tmpdir(), "kith-unit-"));
  const verify = (/** @type {string} */ text) => {
    const file = join(folder, "kith.service");
    // What exists only on the machine itself: the program and the user.
    writeFileSync(
      file,
      text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true").replace(/^(User|Group)=.*$/gm, ""),
    );
    const { status, stderr } = analyze("verify", file);
    return { status, said: stderr.split("\n").filter((line) => line.includes("kith.service")) };
  };
  try {
    expect(verify(unit)).toEqual({ status: 0, said: [] });
    expect(verify(unit.replace("ProtectHome=true", "ProtectHomes=true")).said).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
