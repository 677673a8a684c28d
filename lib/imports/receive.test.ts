import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { DELETE as remove } from "@/app/api/imports/[id]/route";
import { GET as listImports, POST as upload } from "@/app/api/imports/route";
import { blobStore } from "@/lib/adapters/blob";
import { unavailable } from "@/lib/errors";
import { newWorkspace } from "@/lib/testing/workspace";

const CSV = Buffer.from("email,first_name\nada@example.com,Ada\n");

/** A file that was uploaded directly to blob storage. */
async function stored(workspaceId: string, name: string, content: Uint8Array): Promise<string> {
  const pathname = `imports/${workspaceId}/${name}`;
  await blobStore().put(
    pathname,
    (async function* () {
      yield content;
    })(),
  );
  return pathname;
}

it("makes one import of a file in blob storage, of several requests at once", async () => {
  const acme = await newWorkspace();
  const pathname = await stored(acme.id, "people.csv", CSV);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => acme.call(upload, { body: { pathname, filename: "people.csv" } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.details).toEqual({ reason: "file_imported" });
  const made = answers.find(({ status }) => status === 201);
  expect((await acme.call(preview, { params: { id: made?.body.importId } })).status).toBe(200);
});

it("keeps what it made of a packed file that blob storage does not remove", async () => {
  const acme = await newWorkspace();
  const pathname = await stored(acme.id, "people.csv.gz", gzipSync(CSV));
  const store = blobStore();
  const original = store.remove;
  vi.spyOn(store, "remove").mockImplementation(async (keys) => {
    if (keys.includes(pathname)) throw unavailable("The file storage does not answer.", 10);
    return original(keys);
  });
  const { status, body } = await acme.call(upload, { body: { pathname, filename: "people.csv.gz" } });
  const { data } = (await acme.call(listImports)).body;
  for (const { id } of data)
    expect((await acme.call(preview, { params: { id } })).status, "an import without its file").toBe(200);
  expect([status, data.length, data[0]?.id]).toEqual([201, 1, body.importId]);
});

/** The next call of the store waits for `open`; `called` is when it was made. */
function gate(method: "put" | "read" | "remove") {
  const [called, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = blobStore();
  const original = store[method].bind(store) as (...args: unknown[]) => Promise<unknown>;
  const wait = async (...args: unknown[]) => {
    const done = method === "remove" ? undefined : await original(...args);
    called.resolve();
    await opened.promise;
    return done ?? original(...args);
  };
  vi.spyOn(store, method).mockImplementationOnce(wait as never);
  return { called: called.promise, open: opened.resolve };
}

/** Every import has its file. */
async function importsOf(acme: Awaited<ReturnType<typeof newWorkspace>>): Promise<string[]> {
  const { data } = (await acme.call(listImports)).body;
  for (const { id } of data)
    expect((await acme.call(preview, { params: { id } })).status, "an import without its file").toBe(200);
  return data.map(({ id }: { id: string }) => id);
}

it("makes one import of a packed file in blob storage, of several requests at once", async () => {
  const acme = await newWorkspace();
  const pathname = await stored(acme.id, "people.csv.gz", gzipSync(CSV));
  const send = () => acme.call(upload, { body: { pathname, filename: "people.csv.gz" } });
  const late = gate("put");
  const last = send();
  await late.called; // has read the file, which is gone when it goes on
  const answers = await Promise.all([send(), send(), send()]);
  late.open();
  answers.push(await last);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
  expect(await importsOf(acme)).toHaveLength(1);
  expect(await blobStore().head(pathname)).toBeNull();
});

it.each(["read", "remove"] as const)(
  "makes no import of a file whose import is deleted at the same moment, which is slow to %s",
  async (method) => {
    const acme = await newWorkspace();
    const pathname = await stored(acme.id, "people.csv", CSV);
    const send = () => acme.call(upload, { body: { pathname, filename: "people.csv" } });
    const early = method === "read" ? gate("read") : undefined;
    const again = early && send();
    await early?.called;
    const { importId: id } = (await send()).body;
    const late = method === "remove" ? gate("remove") : undefined;
    const removed = acme.call(remove, { params: { id } });
    await (late?.called ?? removed);
    early?.open();
    const { status } = await (again ?? send());
    late?.open();
    expect([(await removed).status, status]).toEqual([204, 404]);
    expect(await importsOf(acme)).toEqual([]);
  },
);
