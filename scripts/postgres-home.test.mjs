import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedPlace } from "./lib/postgres-home.mjs";
import { root } from "./lib/project.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

it("lets an unprivileged database into a folder that root made under a strict umask", () => {
  const place = join(temporaryFolder(), "shared");
  mkdirSync(place, { mode: 0o700 });
  expect(statSync(sharedPlace(place)).mode & 0o777).toBe(0o711);
});

it("is not the folder of the unit's user, who lets nobody in", () => {
  const state = /^StateDirectory=(.+)$/m.exec(readFileSync(join(root, "docs/kith.service"), "utf8"))?.[1];
  const source = readFileSync(join(root, "scripts/lib/postgres-home.mjs"), "utf8");
  const shared = /^const SHARED = "(.+)";$/m.exec(source)?.[1];
  expect(shared).toBeDefined();
  expect(shared).not.toBe(`/var/lib/${state}`);
});
