import { mkdtemp, readdir, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { localBlobs } from "./local";

async function* pieces(n: number) {
  for (let i = 0; i < n; i++) yield Buffer.alloc(1024, 97);
}

it("stores nothing while the disk has less free space than the floor, and leaves nothing behind", async () => {
  const root = await mkdtemp(join(tmpdir(), "kith-floor-"));
  const { bavail, bsize } = await statfs(root);
  const full = localBlobs(root, bavail * bsize * 2);
  await expect(full.put("imports/a/b.csv", pieces(3))).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    details: { reason: "disk_full" },
    headers: { "Retry-After": "300" },
  });
  expect(await full.head("imports/a/b.csv")).toBeNull();
  expect(await readdir(join(root, ".incoming"))).toEqual([]);
  const roomy = localBlobs(root, 1);
  expect(await roomy.put("imports/a/b.csv", pieces(3))).toEqual({ bytes: 3072 });
});
