import { randomBytes } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../testing/databases.mjs";
import { present } from "../testing/present.mjs";
import { createArchive } from "./container.mjs";

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  return { ...real, open: vi.fn(real.open) };
});

const folder = temporaryFolder();
const SIZE = 4 * 1024 * 1024;

/** More than is compressed and held at once. */
async function* stored() {
  yield randomBytes(SIZE);
}

it("says that the disk became full in mid-archive, whatever fails after that, and leaves nothing", async () => {
  const real = present(vi.mocked(open).getMockImplementation());
  vi.mocked(open).mockImplementationOnce(async (...args) => {
    const handle = await real(...args);
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" });
    vi.spyOn(handle, "writeFile").mockRejectedValue(full);
    return handle;
  });
  const file = join(folder, "full.kith");
  const made = createArchive(file, async (archive) => {
    // What the driver says when a transaction is to be rolled back during its COPY.
    await archive.addFile("files/imports/a.csv", stored(), SIZE).catch(() => {
      throw new Error("COPY_IN_PROGRESS: You cannot execute queries during copy");
    });
  });
  await expect(made).rejects.toThrow(`${file} was not written: the disk is full.`);
  expect(await readdir(folder)).toEqual([]);
});
