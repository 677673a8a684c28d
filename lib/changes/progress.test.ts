import { expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { requestUndo as requestImportUndo } from "@/lib/imports/engine/undo-request";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { requestUndo } from "./request";
import type { ChangeSetView } from "./schemas";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function latest(acme: Workspace): Promise<ChangeSetView> {
  return (await acme.call(listChanges, {})).body.data[0];
}

const CSV = "email,first_name\na@example.com,A\nb@example.com,B\nc@example.com,C\n";

async function imported(acme: Workspace): Promise<string> {
  const id = (await uploadText(acme, CSV)).body.importId;
  await acme.call(confirm, { params: { id } });
  await settleBackground();
  return id;
}

it("says how much of the undo of an import is done", async () => {
  const acme = await newWorkspace();
  const id = await imported(acme);
  expect((await latest(acme)).progress).toBeNull();
  await requestImportUndo(acme.id, id);
  expect(await latest(acme)).toMatchObject({ status: "processing", progress: { done: 0, total: 3 } });
  await pg()`update imports set undo_result = undo_result || '{"removed": 2}' where id = ${id}`;
  expect((await latest(acme)).progress).toEqual({ done: 2, total: 3 });
  await acme.call(undoImport, { params: { id } });
  expect(await latest(acme)).toMatchObject({ status: "completed", progress: null });
});

it("says how much of an import is done", async () => {
  const acme = await newWorkspace();
  const id = await imported(acme);
  await pg()`update imports set status = 'processing', processed_rows = 1, created_rows = 1, lease_until = now() + interval '1 hour'
    where id = ${id}`;
  expect(await latest(acme)).toMatchObject({ status: "processing", progress: { done: 1, total: 3 } });
});

it("says how much of the undo of any other change is done", async () => {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "a@example.com", first_name: "A" } });
  const { id } = await latest(acme);
  await requestUndo(acme.id, id);
  expect((await latest(acme)).progress).toEqual({ done: 0, total: 1 });
  await acme.call(undoChange, { params: { id } });
  expect((await latest(acme)).progress).toBeNull();
});

it("waits for an undo no longer than it is told to", async () => {
  const acme = await newWorkspace();
  const id = await imported(acme);
  // Another transaction holds one of its contacts that long.
  const answer = await pg().begin(async (tx) => {
    await tx`select from contacts where workspace_id = ${acme.id} for update`;
    return acme.call(undoImport, { params: { id }, query: { wait_ms: "50" } });
  });
  expect(answer).toMatchObject({ status: 202, body: { undo_status: "processing" } });
  await settleBackground();
  expect((await acme.call(undoImport, { params: { id } })).status).toBe(200);
});
