import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runsFrom } from "./lib/in-use.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const folder = temporaryFolder();
const link = join(folder, "current version");
symlinkSync(folder, link);

it("recognises a product of this folder, of another user by the path of its Node alone", () => {
  const unit = `${link}/node_modules/.bin/node scripts/start.mjs`;
  expect(runsFrom(folder, "node scripts/start.mjs", folder)).toBe(true);
  expect(runsFrom(folder, unit, folder)).toBe(true);
  expect(runsFrom(folder, unit, "")).toBe(true);
  expect(runsFrom(folder, `/usr/bin/node ${folder}/scripts/start.mjs`, folder)).toBe(true);
  for (const name of ["nodejs", "node24", "/usr/bin/node-22", "C:/node.exe"])
    expect(runsFrom(folder, `${name} scripts/start.mjs`, folder), name).toBe(true);
});

it("does not take another program for it, nor a product of another folder", () => {
  expect(runsFrom(folder, "node scripts/doctor.mjs", folder)).toBe(false);
  expect(runsFrom(folder, "vi scripts/start.mjs", folder)).toBe(false);
  expect(runsFrom(folder, `${link}/node_modules/.bin/node scripts/start.mjs`, "/opt/kith")).toBe(false);
  expect(runsFrom(folder, "/opt/kith/node_modules/.bin/node scripts/start.mjs", "")).toBe(false);
  expect(runsFrom(folder, "node scripts/start.mjs", "")).toBe(false);
});
