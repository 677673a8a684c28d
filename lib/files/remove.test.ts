import { afterEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { unavailable } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { DAY_MS } from "@/lib/time";
import { removeOrphanedFiles } from "./orphans";
import { removeTombstonedFiles } from "./remove";

afterEach(() => vi.restoreAllMocks());

/** Files of as many workspaces. */
async function stored(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `imports/${newId()}/${newId()}.csv`);
  for (const key of keys)
    await blobStore().put(
      key,
      (async function* () {
        yield Buffer.from("x");
      })(),
    );
  return keys;
}

/** From now on the store removes none of these files, nor others of the same call. */
function refuse(keys: string[]) {
  const store = blobStore();
  const original = store.remove.bind(store);
  return vi.spyOn(store, "remove").mockImplementation(async (asked) => {
    if (asked.some((key) => keys.includes(key))) throw unavailable("The file storage does not answer.", 10);
    return original(asked);
  });
}

const heads = (keys: string[]) => Promise.all(keys.map((key) => blobStore().head(key)));
const left = async (keys: string[]) => (await heads(keys)).filter(Boolean).length;

it("files with tombstones have their turn after those of many workspaces whose store refuses", async () => {
  const [stuck, others] = [await stored(20), await stored(3)];
  for (const [keys, age] of [
    [stuck, "1 day"],
    [others, "1 hour"],
  ] as const)
    await pg()`
      insert into blob_tombstones (workspace_id, key, created_at)
      select split_part(key, '/', 2)::uuid, key, now() - ${age}::interval from unnest(${keys}::text[]) as key`;
  const removal = refuse(stuck);
  let sweeps = 0;
  for (; sweeps < 10 && (await left(others)) > 0; sweeps++)
    await expect(removeTombstonedFiles()).rejects.toThrow("does not answer");
  expect([await left(others), await left(stuck)]).toEqual([0, 20]);
  // A store that is down is not asked for every workspace.
  removal.mockClear();
  await expect(removeTombstonedFiles()).rejects.toThrow("does not answer");
  expect(removal.mock.calls.length).toBeLessThan(10);
  removal.mockRestore();
  expect(await removeTombstonedFiles()).toBe(20);
  expect(await left(stuck)).toBe(0);
});

it("files without a row are removed though the store refuses those of another workspace", async () => {
  await newWorkspace();
  const sweep = () => removeOrphanedFiles(Date.now() + 2 * DAY_MS);
  await sweep(); // from the second time on the store is this database's
  const keys = (await stored(5)).toSorted();
  const refused = keys.slice(0, 1);
  const removal = refuse(refused);
  expect(await sweep()).toBe(4);
  expect([await left(keys), await left(refused)]).toEqual([1, 1]);
  removal.mockRestore();
  expect(await sweep()).toBe(1);
});
