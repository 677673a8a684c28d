import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
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
