import type fs from "node:fs";
import { existsSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { expect, it as test, vi } from "vitest";

const NAMESPACE = "/proc/self/ns/pid";
const it = test.skipIf(!existsSync(NAMESPACE));

it("the scope of process ids has their namespace, also where the boot id is unreadable", async () => {
  vi.resetModules();
  vi.doMock("node:fs", async (original) => {
    const real = await original<typeof fs>();
    const readFileSync = (path: string, encoding: "utf8") => {
      if (path.endsWith("/boot_id")) throw new Error("EACCES");
      return real.readFileSync(path, encoding);
    };
    return { ...real, readFileSync };
  });
  const { place } = await import("./lease");
  expect(place).toBe(`${hostname()}/${readlinkSync(NAMESPACE)} `);
});
