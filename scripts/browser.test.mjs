import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { debianBrowser } from "./lib/browser.mjs";

/** A machine whose package manager records the requested packages, and whose user is root. */
let folder = "";
const noted = () => join(folder, "noted");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kith-apt-"));
  writeFileSync(join(folder, "apt-get"), `#!/bin/sh\n[ "$1" = --version ] || echo "$@" >> "${noted()}"\n`);
  chmodSync(join(folder, "apt-get"), 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  vi.spyOn(process, "getuid").mockReturnValue(0);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isUnix = process.platform !== "win32";

it.runIf(isUnix)("installs no package of the system by itself, root or not", async () => {
  expect(await debianBrowser()).toBe(null);
  expect(existsSync(noted())).toBe(false);
});

it.runIf(isUnix)("installs the system's browser when asked to, and only as root", async () => {
  await debianBrowser({ mayInstall: true });
  expect(readFileSync(noted(), "utf8")).toMatch(/^update\ninstall .*\bchromium\n$/);
  rmSync(noted());
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  expect(await debianBrowser({ mayInstall: true })).toBe(null);
  expect(existsSync(noted())).toBe(false);
});
