import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { localBlobs } from "./local";

const root = mkdtempSync(join(tmpdir(), "kith-blobs-"));
afterAll(() => rmSync(root, { recursive: true }));

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("email\n");
}

it("keeps files and the names of folders to itself, in a folder of before too", async () => {
  chmodSync(root, 0o755);
  await localBlobs(root).put("mode/deep/file.csv", file());
  for (const path of ["", ".incoming", "mode", "mode/deep", "mode/deep/file.csv"])
    expect([path, statSync(join(root, path)).mode & 0o077]).toEqual([path, 0]);
});

it("has no token for uploads past the app", async () => {
  const wanted = { workspaceId: "w", filename: "f", bytes: 1, contentType: "text/csv" };
  expect(await localBlobs(root).clientUploadToken(wanted)).toBeNull();
});
