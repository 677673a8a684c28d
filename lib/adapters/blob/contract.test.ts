import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { put as clientPut } from "@vercel/blob/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import {
  bytes,
  content,
  contract,
  keys,
  LARGE_MB,
  largeContent,
  MB,
  roundTrip,
} from "@/lib/testing/blob-contract";
import { type BlobDouble, blobDouble } from "@/lib/testing/doubles/vercel-blob";
import { hostedBlobs } from "./hosted";
import { localBlobs } from "./local";
import type { BlobStore } from "./port";

vi.setConfig({ testTimeout: 60_000 }); // disks are slow when a whole test run writes

describe("files below the data folder", () => {
  const root = mkdtempSync(join(tmpdir(), "kith-blobs-"));
  afterAll(() => rmSync(root, { recursive: true }));
  contract(() => localBlobs(root));

  it("leaves nothing of a broken upload, and clears what a killed process left", async () => {
    expect(readdirSync(join(root, ".incoming"))).toEqual([]);
    const [stale, running] = [join(root, ".incoming", "stale"), join(root, ".incoming", "running")];
    for (const file of [stale, running]) writeFileSync(file, "x");
    utimesSync(stale, 0, 0);
    await localBlobs(root).put("other/file.csv", bytes("x"));
    expect([existsSync(stale), existsSync(running)]).toEqual([false, true]);
    rmSync(running);
  });

  it("takes a large file byte for byte within 40 MB of buffers", async () => {
    const { equal, looks, heldMB } = await roundTrip(localBlobs(root), LARGE_MB * MB);
    expect(equal).toBe(true);
    expect(looks).toBeGreaterThan(10);
    expect(heldMB).toBeLessThan(40);
  }, 120_000);
});

describe("files on a full disk", () => {
  const root = mkdtempSync(join(tmpdir(), "kith-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", root]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync("umount", [root]);
    rmSync(root, { recursive: true });
  });
  if (!mounted)
    console.log("A small file system cannot be mounted here: the test on a full disk is left out.");

  it.skipIf(!mounted)("answer 503, leave no part behind, and work again when there is room", async () => {
    const store = localBlobs(root);
    await store.put("small.csv", bytes("kept"));
    const failure: unknown = await store.put("large.csv", largeContent(4 * MB)).catch((error) => error);
    expect(failure).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      message: expect.stringContaining("full"),
    });
    expect(await keys(store, "")).toEqual(["small.csv"]);
    expect(readdirSync(join(root, ".incoming"))).toEqual([]);
    expect(await store.put("large.csv", largeContent(MB))).toEqual({ bytes: MB });
  });
});

describe("a Vercel Blob store, on a double", () => {
  let double: BlobDouble;
  let store: BlobStore;

  beforeAll(async () => {
    double = await blobDouble();
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
    store = hostedOn(double.token);
  });
  afterAll(async () => {
    await double.close();
    vi.unstubAllEnvs();
  });

  contract(() => {
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url); // vitest restores it after every test
    return store;
  });

  it("reads from a byte on even where ranges are ignored", async () => {
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
    await store.put("range.csv", bytes("0123", "4567", "89"));
    double.ignoreRanges = true;
    expect(await content(store, "range.csv", 6)).toBe("6789");
    double.ignoreRanges = false;
  });

  it("takes a large file byte for byte within 50 MB of buffers, the double's own included", async () => {
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
    const { equal, looks, heldMB } = await roundTrip(store, LARGE_MB * MB);
    expect(equal).toBe(true);
    expect(looks).toBeGreaterThan(10);
    expect(heldMB).toBeLessThan(50);
  }, 120_000);

  it("retries what fails once, and gives up a service that does not answer within the time limit", async () => {
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
    double.fault = "error 500";
    setTimeout(() => {
      double.fault = undefined;
    }, 300);
    expect(await store.head("range.csv")).toEqual({ bytes: 10 });
    double.fault = "hang";
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failing = Promise.allSettled([
      store.head("range.csv"),
      store.read("range.csv"),
      store.put("x.csv", bytes("x")),
    ]);
    await vi.advanceTimersByTimeAsync(61_000);
    vi.useRealTimers();
    double.fault = undefined;
    for (const outcome of await failing) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { code: "SERVICE_UNAVAILABLE", status: 503 },
      });
    }
  });

  it("reads again what fails once, and is a 503 after a few tries when the service is away", async () => {
    vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
    await store.put("again.csv", bytes("0123"));
    double.fault = "error 500";
    setTimeout(() => {
      double.fault = undefined;
    }, 50);
    expect(await content(store, "again.csv", 2)).toBe("23");
    for (const fault of ["error 500", "drop"] as const) {
      double.fault = fault;
      await expect(store.read("again.csv")).rejects.toMatchObject({
        code: "SERVICE_UNAVAILABLE",
        status: 503,
      });
    }
    double.fault = undefined;
    expect(await store.read("none.csv")).toBeNull();
  });

  describe("a token for a direct upload", () => {
    const workspaceId = randomUUID();
    const request = {
      workspaceId,
      filename: "../../My contacts.TSV",
      bytes: 8,
      contentType: "text/tab-separated-values",
    };
    const upload = async (
      change: { pathname?: string; token?: string; type?: string; body?: string } = {},
    ) => {
      vi.stubEnv("VERCEL_BLOB_API_URL", double.url);
      const grant = await store.clientUploadToken(request);
      if (!grant) throw new Error("no token");
      const {
        pathname = grant.pathname,
        token = grant.token,
        type = request.contentType,
        body = "a\tb\n1\t2\n",
      } = change;
      return clientPut(pathname, body, { access: "private", token, contentType: type });
    };

    it("lets the browser store one file below the workspace's own path", async () => {
      const { pathname } = await upload();
      expect(pathname).toMatch(new RegExp(`^imports/${workspaceId}/[0-9a-f-]{36}\\.tsv$`));
      expect(await content(store, pathname)).toBe("a\tb\n1\t2\n");
    });

    it("is worth nothing for another path, type or size, when forged, or when it is over", async () => {
      await expect(upload({ pathname: `imports/${randomUUID()}/x.tsv` })).rejects.toThrow("pathname");
      await expect(upload({ type: "text/html" })).rejects.toThrow("not allowed");
      await expect(upload({ body: "a\tb\n1\t2\n3" })).rejects.toThrow("cannot be greater than 8");
      await expect(upload({ token: "vercel_blob_client_dbl1234_Zm9yZ2VkLmZvcmdlZA==" })).rejects.toThrow(
        "denied",
      );
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 2 * 60 * 60 * 1000 });
      const old = await store.clientUploadToken(request);
      vi.useRealTimers();
      await expect(upload({ pathname: old?.pathname, token: old?.token })).rejects.toThrow("expired");
    });

    it("refuses a workspace that is not a plain name", async () => {
      await expect(store.clientUploadToken({ ...request, workspaceId: "../other" })).rejects.toThrow(
        "plain path",
      );
    });
  });
});

const realToken = process.env.CONTRACT_BLOB_READ_WRITE_TOKEN;

describe.skipIf(!realToken)("a Vercel Blob store itself", () => {
  contract(() => hostedOn(realToken ?? ""));
});

function hostedOn(token: string): BlobStore {
  vi.stubEnv("BLOB_READ_WRITE_TOKEN", token);
  resetEnv();
  const store = hostedBlobs();
  vi.stubEnv("BLOB_READ_WRITE_TOKEN", undefined);
  resetEnv();
  return store;
}
