import { link, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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

it.each(["EPERM", "EISDIR"])("works where a file system has no hard links (%s)", async (code) => {
  vi.mocked(link).mockRejectedValue(Object.assign(new Error("no links"), { code, syscall: "link" }));
  const [file, taken] = [join(folder, "two.tar.gz"), join(folder, "taken.tar.gz")];
  await createWhole(file, (handle) => handle.writeFile("ours"));
  expect(await readFile(file, "utf8")).toBe("ours");
  await expect(createWhole(taken, () => writeFile(taken, "theirs"))).rejects.toThrow("already exists");
  expect(await readFile(taken, "utf8")).toBe("theirs");
  expect((await readdir(folder)).toSorted()).toEqual(["taken.tar.gz", "two.tar.gz"]);
});
