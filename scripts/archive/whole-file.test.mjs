import { link, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWhole } from "./whole-file.mjs";

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  return { ...real, link: vi.fn(real.link) };
});

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whole-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Eight writers of one file, all of which have finished writing before any gives it its name. */
async function race() {
  const file = join(folder, "one.tar.gz");
  let waiting = 8;
  /** @type {(value?: unknown) => void} */
  let go = () => {};
  const all = new Promise((resolve) => {
    go = resolve;
  });
  const results = await Promise.allSettled(
    Array.from({ length: waiting }, (_, index) =>
      createWhole(file, async (handle) => {
        await handle.writeFile(`${index}`.repeat(10));
        if (--waiting === 0) go();
        await all;
        return index;
      }),
    ),
  );
  const won = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refused = results.filter(
    (one) => one.status === "rejected" && String(one.reason).includes("already exists"),
  );
  return { won, refused: refused.length, text: await readFile(file, "utf8") };
}

it("gives a name to one of several files that are finished at once", async () => {
  const { won, refused, text } = await race();
  expect(won).toHaveLength(1);
  expect(refused).toBe(7);
  expect(text).toBe(`${won[0]}`.repeat(10));
  expect(await readdir(folder)).toEqual(["one.tar.gz"]);
});

it("works where a file system has no hard links, and replaces nothing that is there", async () => {
  vi.mocked(link).mockRejectedValue(Object.assign(new Error("no links"), { code: "EPERM", syscall: "link" }));
  const file = join(folder, "two.tar.gz");
  await createWhole(file, (handle) => handle.writeFile("first"));
  await expect(createWhole(file, (handle) => handle.writeFile("second"))).rejects.toThrow("already exists");
  expect(await readFile(file, "utf8")).toBe("first");
  expect(await readdir(folder)).toEqual(["two.tar.gz"]);
});
