import { createHash, type Hash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import type { BlobStore } from "@/lib/adapters/blob/port";

export const MB = 1024 * 1024;
/** Well above the 40 MB that may be held at a time; the product's whole limit of 200 MB in the full run. */
export const LARGE_MB = process.env.KITH_FULL ? 200 : 96;

/** A stream of these chunks. */
export async function* bytes(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

/** A stored file from a byte offset on; null if there is none. */
export async function content(store: BlobStore, key: string, start?: number): Promise<string | null> {
  const stream = await store.read(key, { start });
  if (!stream) return null;
  return Buffer.concat(await Array.fromAsync(stream)).toString();
}

/** The names stored under a prefix. */
export async function keys(store: BlobStore, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix))).map(({ key }) => key).sort();
}

/** Pseudo-random content that is the same for the same size, in chunks of uneven length. */
export async function* largeContent(total: number): AsyncGenerator<Uint8Array> {
  const block = randomBytes(1_000_003);
  for (let left = total; left > 0; ) {
    const chunk = block.subarray(0, Math.min(left, 65_536 + (left % 9_973)));
    left -= chunk.byteLength;
    yield chunk;
  }
}

/** What every file store has to do. */
export function contract(store: () => BlobStore): void {
  const folder = `imports/${randomUUID()}`;
  const key = (name: string) => `${folder}/${name}.csv`;
  afterAll(async () => store().remove(await keys(store(), folder)));

  it("gives back what was stored, from any byte on", async () => {
    expect(await store().put(key("whole"), bytes("a,b\n", "1,2\n"))).toEqual({ bytes: 8 });
    expect(await store().head(key("whole"))).toEqual({ bytes: 8 });
    expect(await content(store(), key("whole"))).toBe("a,b\n1,2\n");
    expect(await content(store(), key("whole"), 4)).toBe("1,2\n");
    expect(await content(store(), key("whole"), 7)).toBe("\n");
    expect(await content(store(), key("whole"), 8)).toBe("");
    expect(await content(store(), key("whole"), 99)).toBe("");
  });

  it("stores an empty file, and replaces a file as a whole", async () => {
    expect(await store().put(key("empty"), bytes())).toEqual({ bytes: 0 });
    expect(await content(store(), key("empty"))).toBe("");
    await store().put(key("empty"), bytes("new"));
    expect(await content(store(), key("empty"))).toBe("new");
  });

  it("says null for what does not exist, and removes it without complaint", async () => {
    expect(await store().read(key("none"))).toBeNull();
    expect(await store().head(key("none"))).toBeNull();
    await store().remove([key("none")]);
    await store().remove([]);
  });

  it("lists by prefix, over several pages, and removes", async () => {
    const names = Array.from({ length: 8 }, (_, n) => key(`list-${n}`));
    for (const name of names) await store().put(name, bytes(name));
    expect(await keys(store(), `${folder}/list-`)).toEqual(names);
    const [first] = await Array.fromAsync(store().list(names[0] ?? ""));
    expect(first).toEqual({ key: names[0], bytes: names[0]?.length, modifiedAt: expect.any(Date) });
    expect(Math.abs(Date.now() - (first?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    await store().remove(names.slice(0, 5));
    expect(await keys(store(), `${folder}/list-`)).toEqual(names.slice(5));
    expect(await keys(store(), `${folder}/nothing-here`)).toEqual([]);
  });

  it.each([1, 17])("keeps the old file when the source breaks off after %i MB", async (megabytes) => {
    await store().put(key("kept"), bytes("old"));
    async function* broken() {
      yield* largeContent(megabytes * MB);
      throw new Error("client went away");
    }
    await expect(store().put(key("kept"), broken())).rejects.toThrow("client went away");
    expect(await content(store(), key("kept"))).toBe("old");
    await expect(store().put(key("never"), broken())).rejects.toThrow("client went away");
    expect(await store().head(key("never"))).toBeNull();
  });

  it("refuses keys that are not plain paths", async () => {
    for (const bad of [
      "",
      "/etc/passwd",
      "../x",
      "a/../../x",
      "a//b",
      "a/./b",
      "a/.hidden",
      "a\\b",
      "a\0b",
      "a/b/",
      "ä",
      "x".repeat(600),
    ]) {
      await expect(store().put(bad, bytes("x"))).rejects.toThrow("plain path");
      await expect(store().read(bad)).rejects.toThrow("plain path");
      await expect(store().head(bad)).rejects.toThrow("plain path");
      await expect(store().remove([bad])).rejects.toThrow("plain path");
    }
  });

  it("may be abandoned in the middle of reading", async () => {
    await store().put(key("long"), largeContent(3 * MB));
    for await (const chunk of (await store().read(key("long"))) ?? []) if (chunk.length > 0) break;
    expect(await store().head(key("long"))).toEqual({ bytes: 3 * MB });
  });
}

/** Sends a large file through `put` and reads it back: equal byte for byte, and how many MB of buffers were held at most. */
export async function roundTrip(
  store: BlobStore,
  total: number,
): Promise<{ equal: boolean; looks: number; heldMB: number }> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const held = () => {
    collect();
    return process.memoryUsage().arrayBuffers / MB;
  };
  await sleep(100); // buffers that an earlier test released are no longer held
  const before = held();
  let [peak, looks] = [0, 0];
  async function* watched(stream: AsyncIterable<Uint8Array>, hash: Hash) {
    let sinceLook = 0;
    for await (const chunk of stream) {
      hash.update(chunk);
      sinceLook += chunk.byteLength;
      if (sinceLook > 4 * MB) {
        sinceLook = 0;
        await sleep(20); // code that does not wait for a slow peer accumulates data here
        peak = Math.max(peak, held() - before);
        looks++;
      }
      yield chunk;
    }
  }
  const [sent, received] = [createHash("sha256"), createHash("sha256")];
  const stored = await store.put("big/file.csv", watched(largeContent(total), sent));
  const found = await store.read("big/file.csv");
  for await (const chunk of watched(found ?? bytes(), received)) expect(chunk.byteLength).toBeGreaterThan(0);
  await store.remove(["big/file.csv"]);
  const equal = stored.bytes === total && sent.digest("hex") === received.digest("hex");
  return { equal, looks, heldMB: peak };
}
