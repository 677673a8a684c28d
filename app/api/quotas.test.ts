import { afterEach, expect, it } from "vitest";
import { POST as createKey } from "@/app/api/api-keys/route";
import { PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as createExport } from "@/app/api/exports/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { DELETE as deleteImport, GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as listImports } from "@/app/api/imports/route";
import { POST as uploadToken } from "@/app/api/imports/upload-token/route";
import { DELETE as deleteEndpoint } from "@/app/api/webhook-endpoints/[id]/route";
import { POST as createEndpoint } from "@/app/api/webhook-endpoints/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { LIMITS, type LimitName } from "@/lib/limits";
import { importText, uploadText } from "@/lib/testing/imports";
import { type Answer, newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

afterEach(() => {
  delete process.env.WORKSPACE_STORAGE_BYTES;
  resetEnv();
});

function storing(bytes: number): void {
  process.env.WORKSPACE_STORAGE_BYTES = String(bytes);
  resetEnv();
}

/** How many succeeded; all others must name the limit they reached. */
function passed(answers: Answer[], name: LimitName): number {
  const refused = answers.filter(({ status }) => status >= 300);
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([409, "CONFLICT"]);
    expect(body.details).toEqual({ reason: name, limit: LIMITS[name].max });
    expect(body.message).toContain(String(LIMITS[name].max));
  }
  return answers.length - refused.length;
}

async function filesOf(acme: Workspace): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ["imports", "exports"])
    for await (const { key } of blobStore().list(`${prefix}/${acme.id}/`)) keys.push(key);
  return keys;
}

it("takes 20 exports under way, however many are asked for at once", async () => {
  const acme = await newWorkspace();
  await pg()`
    insert into exports (workspace_id, id, filename, filter, status)
    select ${acme.id}, gen_random_uuid(), 'a.csv', '{}', case when i % 2 = 0 then 'pending' else 'processing' end
    from generate_series(1, ${LIMITS.exports_alive.max - 2}) i`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => acme.call(createExport, { body: {} })));
  expect(passed(answers, "exports_alive")).toBe(2);
  await pg()`update exports set status = 'completed' where workspace_id = ${acme.id}`;
  expect((await acme.call(createExport, { body: {} })).status).toBe(202);
  await settleBackground();
});

it("keeps 20 imports waiting for confirmation, and no file of one that is refused", async () => {
  const acme = await newWorkspace();
  await pg()`
    insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers)
    select ${acme.id}, gen_random_uuid(), 'a.csv', 1, '{}', '[]' from generate_series(1, ${LIMITS.imports_pending.max - 2})`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => uploadText(acme, "email\nada@example.com\n")),
  );
  expect(passed(answers, "imports_pending")).toBe(2);
  expect(await filesOf(acme)).toHaveLength(2);
  const token = await acme.call(uploadToken, { body: { filename: "a.csv", bytes: 10 } });
  expect(passed([token], "imports_pending")).toBe(0);
  const { body } = await acme.call(listImports);
  await acme.call(deleteImport, { params: { id: body.data[0].id } });
  expect((await uploadText(acme, "email\nada@example.com\n")).status).toBe(201);
});

it("makes 20 API keys", async () => {
  const acme = await newWorkspace();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => acme.call(createKey, { body: { name: `key ${n}` } })),
  );
  expect(passed(answers, "api_keys")).toBe(LIMITS.api_keys.max);
});

it("makes 20 webhook endpoints, however many are asked for at once, and another one when one is deleted", async () => {
  const acme = await newWorkspace();
  const create = (n: number) =>
    acme.call(createEndpoint, { body: { url: `https://hooks.example.com/${n}` } });
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => create(n)));
  expect(LIMITS.webhook_endpoints.max).toBe(20);
  expect(passed(answers, "webhook_endpoints")).toBe(20);
  const id = answers.find(({ status }) => status === 201)?.body.id;
  expect((await acme.call(deleteEndpoint, { params: { id } })).status).toBe(204);
  expect((await create(24)).status).toBe(201);
});

const { max: MAX_KEYS } = LIMITS.custom_keys_per_workspace;
const person = (n: number, custom_fields: Record<string, unknown>) => ({
  body: { email: `p${n}@example.com`, first_name: "P", custom_fields },
});

/** Keys of the last fields of 500, which the workspace already has. */
async function fillKeys(acme: Workspace, n: number): Promise<void> {
  await pg()`
    insert into custom_keys (workspace_id, key)
    select ${acme.id}, encode(sha256(convert_to(${acme.id}::text || 'k' || i, 'UTF8')), 'hex')
    from generate_series(1, ${n}) i`;
}

it("takes 500 custom keys in a workspace, by the API and by imports, also at once", async () => {
  const acme = await newWorkspace();
  await fillKeys(acme, MAX_KEYS - 3);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => acme.call(createContact, person(n, { [`new ${n}`]: 1, k1: 2 }))),
  );
  expect(passed(answers, "custom_keys_per_workspace")).toBe(3);
  const { body: made } = answers.find(({ status }) => status === 201) ?? { body: {} };
  const params = { id: made.id };
  const change = (custom_fields: Record<string, unknown>) =>
    acme.call(updateContact, { params, body: { custom_fields } });
  expect((await change({ k7: "x", unknown: null })).status).toBe(200);
  expect(passed([await change({ another: "x" })], "custom_keys_per_workspace")).toBe(0);

  const received = await uploadText(acme, "email,k9,another\nada@example.com,1,2\n");
  const file = { params: { id: received.body.importId } };
  const mapping = (third: string) => ({
    columnMapping: { email: "email", k9: "custom_fields.k9", another: third },
  });
  for (const handler of [dryRun, confirm]) {
    const refused = await acme.call(handler, { ...file, body: mapping("custom_fields.another") });
    expect(passed([refused], "custom_keys_per_workspace")).toBe(0);
  }
  expect((await acme.call(confirm, { ...file, body: mapping("skip") })).status).toBe(202);
  await settleBackground();
  expect((await acme.call(getImport, file)).body).toMatchObject({ created_rows: 1 });
});

it("takes up no room for the keys of what is refused for another reason", async () => {
  const acme = await newWorkspace();
  const { body: ada } = await acme.call(createContact, person(1, { kept: 1 }));
  await acme.call(createContact, person(2, {}));
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`many ${n}`, 1]));
  const change = (id: string, body: object) => acme.call(updateContact, { params: { id }, body });
  const answers = [
    await change(ada.id, { custom_fields: many }),
    await change(newId(), { custom_fields: { unknown: 1 } }),
    await change(ada.id, { custom_fields: { taken: 1 }, email: "p2@example.com" }),
    await acme.call(createContact, person(2, { twice: 1 })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 404, 409, 409]);
  expect(await pg()`select key from custom_keys where workspace_id = ${acme.id}`).toHaveLength(1);
});

it("forgets custom keys that no contact uses any more when there is no room", async () => {
  const acme = await newWorkspace();
  await acme.call(createContact, person(1, { kept: 1 }));
  await fillKeys(acme, MAX_KEYS - 1);
  expect(passed([await acme.call(createContact, person(2, { fresh: 1 }))], "custom_keys_per_workspace")).toBe(
    0,
  );
  await pg()`update custom_keys set seen_at = now() - interval '11 minutes' where workspace_id = ${acme.id}`;
  expect((await acme.call(createContact, person(3, { fresh: 1 }))).status).toBe(201);
  const rows = await pg()`select key from custom_keys where workspace_id = ${acme.id}`;
  expect(rows).toHaveLength(2);
  const known = { kept: 2, fresh: 2 };
  await pg()`
    insert into custom_keys (workspace_id, key) select ${acme.id}, 'x' || i from generate_series(1, ${MAX_KEYS - 2}) i`;
  expect((await acme.call(createContact, person(4, known))).status).toBe(201);
});

const lines = (n: number) =>
  `email\n${Array.from({ length: n }, (_, i) => `person${i}@example.com\n`).join("")}`;

it("stores as many bytes as a workspace may, and says what to do about more", async () => {
  const acme = await newWorkspace();
  const done = await importText(acme, lines(2000), { columnMapping: { email: "email" } });
  const file = lines(2000).length;
  storing(file + 30_000);
  const answers = await Promise.all([1, 2, 3].map(() => uploadText(acme, lines(1000))));
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect([status, body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(body.details).toEqual({ reason: "storage_bytes", limit: file + 30_000 });
    expect(body.message).toContain("Delete");
  }
  expect((await filesOf(acme)).length).toBeLessThanOrEqual(2);
  const token = await acme.call(uploadToken, { body: { filename: "a.csv", bytes: 40_000 } });
  expect([token.status, token.body.details?.reason]).toEqual([413, "storage_bytes"]);

  const started = await acme.call(createExport, { body: {} });
  await settleBackground();
  const [row] = await pg()`
    select status, failure_code from exports where workspace_id = ${acme.id} and id = ${started.body.exportId}`;
  expect(row).toEqual({ status: "failed", failure_code: "storage_full" });
  storing(file);
  expect((await acme.call(createExport, { body: {} })).status).toBe(413);
  await acme.call(deleteImport, { params: { id: done.id } });
  expect((await uploadText(acme, "email\nada@example.com\n")).status).toBe(201);
});
