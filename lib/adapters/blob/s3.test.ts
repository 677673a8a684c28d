import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { bytes, content, contract, LARGE_MB, largeContent, MB, roundTrip } from "@/lib/testing/blob-contract";
import { bucketUrl } from "./bucket";
import type { BlobStore } from "./port";
import { s3Blobs } from "./s3";

const KEYS = { S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" };
vi.setConfig({ testTimeout: 60_000 }); // disks are slow when a whole test run writes

function storeWith(variables: Record<string, string>): BlobStore {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetEnv();
  const store = s3Blobs();
  vi.unstubAllEnvs();
  resetEnv();
  return store;
}

describe("a bucket of S3, on a server that checks signatures", () => {
  const directory = mkdtempSync(join(tmpdir(), "kith-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "kith", configs: [] }],
  });
  let url = "";
  let store: BlobStore;

  beforeAll(async () => {
    const { address, port } = await server.run();
    url = `http://${address}:${port}`;
    store = storeWith({ S3_ENDPOINT: url, S3_BUCKET: "kith", ...KEYS });
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  contract(() => store);

  it("takes a large file byte for byte within 50 MB of buffers, the server's own included", async () => {
    const { equal, looks, heldMB } = await roundTrip(store, LARGE_MB * MB);
    expect(equal).toBe(true);
    expect(looks).toBeGreaterThan(10);
    expect(heldMB).toBeLessThan(50);
  }, 120_000);

  it("refuses with a wrong key, and says no more than that", async () => {
    const stranger = storeWith({
      S3_ENDPOINT: url,
      S3_BUCKET: "kith",
      ...KEYS,
      S3_SECRET_ACCESS_KEY: "wrong",
    });
    await expect(stranger.put("a.csv", bytes("x"))).rejects.toThrow(
      /^the file storage refused \(403, \w+\)$/,
    );
    await expect(stranger.head("a.csv")).rejects.toThrow("403");
  });

  describe("a direct upload", () => {
    const workspaceId = randomUUID();
    const start = async (size: number) => {
      const grant = await store.clientUploadToken({
        workspaceId,
        filename: "../a.TSV",
        bytes: size,
        contentType: "",
      });
      if (!grant?.parts) throw new Error("no parts");
      return { ...grant, parts: grant.parts };
    };
    const send = async (target: string, part: Uint8Array) => {
      const answer = await fetch(target, { method: "PUT", body: new Uint8Array(part) });
      return { status: answer.status, tag: answer.headers.get("etag") ?? "" };
    };

    it("goes in parts, each to its address, and is a file once all are there", async () => {
      const whole = Buffer.concat(await Array.fromAsync(largeContent(9 * MB)));
      const { pathname, token, parts } = await start(whole.length);
      expect(pathname).toMatch(new RegExp(`^imports/${workspaceId}/[0-9a-f-]{36}\\.tsv$`));
      expect(parts.urls).toHaveLength(2);
      const tags: string[] = [];
      for (const [at, target] of parts.urls.entries())
        tags.push((await send(target, whole.subarray(at * parts.bytes, (at + 1) * parts.bytes))).tag);
      expect(await store.head(pathname)).toBeNull();
      expect(await store.finishClientUpload({ pathname, token, tags })).toBe(true);
      expect(await store.head(pathname)).toEqual({ bytes: whole.length });
      expect(await content(store, pathname, 9 * MB - 5)).toBe(whole.subarray(-5).toString());
    });

    it("is worth nothing for another size or file, or without each part", async () => {
      const { pathname, token, parts } = await start(4);
      const [target = ""] = parts.urls;
      expect((await send(target, Buffer.from("12345"))).status).toBe(403);
      expect(
        (await send(target.replace(pathname, `imports/${randomUUID()}/x.csv`), Buffer.from("1234"))).status,
      ).toBe(403);
      expect(await store.finishClientUpload({ pathname, token, tags: ["a", "b"] })).toBe(false);
      expect(await store.finishClientUpload({ pathname, token: "none", tags: ["a"] })).toBe(false);
      expect(await store.head(pathname)).toBeNull();
    });
  });
});

it("is a 503 after a few tries when the service is away, and within the time limit when it is silent", async () => {
  let [mode, asked] = ["fail", 0];
  const server = createServer((_, response) => {
    asked++;
    if (mode === "fail") response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const store = storeWith({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: "kith", ...KEYS });
  await expect(store.head("a.csv")).rejects.toMatchObject({ status: 503 });
  expect(asked).toBe(3);
  mode = "hang";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const silent = expect(store.head("a.csv")).rejects.toMatchObject({ status: 503 });
  // Signing takes a while too; the time limit begins with the call.
  while (asked < 4) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(16_000);
  vi.useRealTimers();
  await silent;
  server.closeAllConnections();
  server.close();
});

it.each([
  [{}, "https://kith.s3.eu-central-1.amazonaws.com"],
  [{ S3_ENDPOINT: "https://acc.r2.cloudflarestorage.com/" }, "https://kith.acc.r2.cloudflarestorage.com"],
  [
    { S3_ENDPOINT: "https://minio.example.com:9000", S3_FORCE_PATH_STYLE: true },
    "https://minio.example.com:9000/kith",
  ],
  [{ S3_ENDPOINT: "http://127.0.0.1:9000" }, "http://127.0.0.1:9000/kith"],
])("finds the bucket where the service has it: %j", (settings, address) => {
  const base = {
    S3_BUCKET: "kith",
    S3_REGION: "eu-central-1",
    S3_FORCE_PATH_STYLE: false,
    S3_ENDPOINT: undefined,
  };
  expect(bucketUrl({ ...base, ...settings })).toBe(address);
});

const real = process.env.CONTRACT_S3_BUCKET;

describe.skipIf(!real)("a bucket itself", () => {
  contract(() => {
    const {
      CONTRACT_S3_ENDPOINT,
      CONTRACT_S3_REGION,
      CONTRACT_S3_ACCESS_KEY_ID,
      CONTRACT_S3_SECRET_ACCESS_KEY,
    } = process.env;
    return storeWith({
      S3_BUCKET: real ?? "",
      S3_ENDPOINT: CONTRACT_S3_ENDPOINT ?? "",
      S3_REGION: CONTRACT_S3_REGION ?? "",
      S3_ACCESS_KEY_ID: CONTRACT_S3_ACCESS_KEY_ID ?? "",
      S3_SECRET_ACCESS_KEY: CONTRACT_S3_SECRET_ACCESS_KEY ?? "",
    });
  });
});
