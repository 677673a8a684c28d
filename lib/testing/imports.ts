import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import { GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { POST as upload } from "@/app/api/imports/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import type { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const LOOK_MS = 50;

/** Makes each test of the file import in batches of this many rows. */
export function batchesOf(rows: number): void {
  beforeEach(() => {
    process.env.IMPORT_BATCH_ROWS = String(rows);
    resetEnv();
  });
  afterEach(() => {
    delete process.env.IMPORT_BATCH_ROWS;
    resetEnv();
  });
}

/** Uploads a text as a raw CSV body. */
export async function uploadText(workspace: Workspace, text: string | Uint8Array, filename = "people.csv") {
  const headers = { "content-type": "text/csv" };
  return workspace.call(upload, {
    body: typeof text === "string" ? Buffer.from(text) : text,
    headers,
    query: { filename },
  });
}

/** The error for which a worker left an import to a later attempt. */
async function whyPutOff(id: string): Promise<string | null> {
  const [row] = await pg()<{ last_error: string | null }[]>`select last_error from imports where id = ${id}`;
  return row?.last_error ?? null;
}

/** Uploads, confirms the suggestions (or the given mapping) and waits for the end. */
export async function importText(
  workspace: Workspace,
  text: string | Uint8Array,
  body: Record<string, unknown> = {},
) {
  const received = await uploadText(workspace, text);
  expect(received.status).toBe(201);
  const columnMapping = Object.fromEntries(
    received.body.suggestions.map((one: { header: string; field: string }) => [one.header, one.field]),
  );
  const params = { id: received.body.importId };
  const confirmed = await workspace.call(confirm, { params, body: { columnMapping, ...body } });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(202);
  await settleBackground();
  const read = await workspace.call(getImport, { params });
  expect(read.status, JSON.stringify(read.body)).toBe(200);
  if (read.body.status === "processing")
    throw new Error(`the import was put off: ${await whyPutOff(params.id)}`);
  return read.body;
}

/** Imports a text whose columns are mapped as in `mapping`, and returns the file of its rejected rows. */
export async function rejectedOf(
  workspace: Workspace,
  text: string,
  mapping: Record<string, string>,
  language?: string,
) {
  const { importId } = (await uploadText(workspace, text)).body;
  const params = { id: importId };
  await workspace.call(patch, { params, body: { columnMapping: mapping } });
  expect((await workspace.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  const { response } = await workspace.call(listErrors, {
    params,
    query: { format: "csv", ...(language && { language }) },
  });
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

/** Waits for the end of an import. Each poll resumes one whose worker lost the database, as on a busy machine. */
export async function endOf(workspace: Workspace, params: { id: string }) {
  for (;;) {
    await settleBackground();
    const { body } = await workspace.call(getImport, { params });
    if (body.status !== "processing") return body;
    await sleep(LOOK_MS);
  }
}

/** The newest 100 contacts by e-mail, as the API shows them. */
export async function contactsOf(workspace: Workspace) {
  const { body } = await workspace.call(listContacts, { query: { limit: "100" } });
  return new Map<string, Record<string, unknown>>(
    body.data.map((one: { email: string }) => [one.email, one]),
  );
}
