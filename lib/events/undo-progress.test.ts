import { expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { requestUndo } from "@/lib/imports/engine/undo-request";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { jobProgress } from "./schemas";
import { readState } from "./state";

it("reports what the undo of an import has done so far", async () => {
  const acme = await newWorkspace();
  const id = (await uploadText(acme, "email\na@example.com\nb@example.com\n")).body.importId;
  await acme.call(confirm, { params: { id } });
  await settleBackground();
  await requestUndo(acme.id, id);
  await pg()`update imports set undo_result = undo_result || '{"removed": 1}' where id = ${id}`;
  const [job] = (await readState(acme.id)).jobs.filter(({ kind }) => kind === "import");
  expect(jobProgress.parse(job)).toEqual(job);
  expect(job?.fields.undo_result).toEqual({
    removed: 1,
    restored: 0,
    kept: 0,
    still_unsubscribed: 0,
    opt_outs_withdrawn: 0,
  });
});

it("tells who opened a page meanwhile that an undo has ended, however long ago it was requested", async () => {
  const acme = await newWorkspace();
  const { body } = await acme.call(create, { body: { email: "ada@example.com", first_name: "Ada" } });
  const deleted = await acme.call(bulkDelete, { body: { ids: [body.id] } });
  await acme.call(undoChange, { params: { id: deleted.body.change_id } });
  await settleBackground();
  await pg()`update change_sets set created_at = now() - interval '1 hour' where workspace_id = ${acme.id}`;
  expect((await readState(acme.id)).ages.contacts).toBeLessThan(60_000);
});
