import { beforeAll, expect, it, vi } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { POST as upload } from "@/app/api/imports/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { newId } from "@/lib/ids";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";
import { DAY_MS } from "@/lib/time";
import { lockStoredFiles, removeOrphanedFiles } from "./orphans";

const CSV = Buffer.from("email,first_name\nada@example.com,Ada\n");
/** When everything that is stored here is old enough. */
const later = () => Date.now() + 2 * DAY_MS;

beforeAll(async () => {
  await newWorkspace();
  await removeOrphanedFiles(later()); // from the second time on the store is this database's
});

/** A workspace, and a file that was uploaded directly to blob storage and has no import yet. */
async function uploaded() {
  const acme = await newWorkspace();
  const key = `imports/${acme.id}/people.csv`;
  await blobStore().put(
    key,
    (async function* () {
      yield CSV;
    })(),
  );
  return { acme, key, send: () => acme.call(upload, { body: { pathname: key, filename: "people.csv" } }) };
}

/** The next removal of the store waits for `open`; `called` is when it was asked for. */
function slowRemoval() {
  const [called, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = blobStore();
  const original = store.remove.bind(store);
  vi.spyOn(store, "remove").mockImplementationOnce(async (keys) => {
    called.resolve();
    await opened.promise;
    return original(keys);
  });
  return { called: called.promise, open: opened.resolve };
}

it("makes no import of a file that the sweep is removing", async () => {
  const { key, send } = await uploaded();
  const { called, open } = slowRemoval();
  const swept = removeOrphanedFiles(later());
  await called;
  const { status } = await send();
  open();
  expect([await swept, status]).toEqual([1, 404]);
  expect(await blobStore().head(key)).toBeNull();
  expect(await pg()`select from blob_tombstones where key = ${key}`).toHaveLength(0);
});

it("keeps a file of which an import is made while the sweep looks for it", async () => {
  const { acme, key, send } = await uploaded();
  const both = await pg().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid from workspaces where id = ${acme.id} for update`;
    const sent = send();
    const first = await untilSomeoneWaitsFor(own?.pid);
    const swept = removeOrphanedFiles(later());
    await Promise.race([swept, untilSomeoneWaitsFor(first)]);
    return [sent, swept] as const;
  });
  const [{ status, body }, removed] = await Promise.all(both);
  expect([status, removed]).toEqual([201, 0]);
  expect(await blobStore().head(key)).not.toBeNull();
  expect((await acme.call(preview, { params: { id: body.importId } })).status).toBe(200);
});

it("removes nothing while a restore stores files, whose rows come last", async () => {
  const { key } = await uploaded();
  const removed = await pg().begin(async (tx) => {
    await lockStoredFiles(tx);
    return removeOrphanedFiles(later());
  });
  expect([removed, await blobStore().head(key)]).toEqual([0, expect.anything()]);
  expect(await removeOrphanedFiles(later())).toBe(1);
});

it("removes a file of a workspace that is gone, and one that nobody knows", async () => {
  const { key } = await uploaded();
  const strange = ["imports/left.csv", `exports/${newId()}/x.csv`];
  for (const one of strange) {
    const stream = await blobStore().read(key);
    if (stream) await blobStore().put(one, stream);
  }
  expect(await removeOrphanedFiles(later())).toBe(3);
});
