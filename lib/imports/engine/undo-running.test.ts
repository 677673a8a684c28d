import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

it("says of an import that still runs that it does, not that there is nothing to undo", async () => {
  const acme = await newWorkspace();
  const { id } = await importText(acme, "email,first_name\nada@example.com,Ada\n");
  await pg()`
    update imports set status = 'processing', completed_at = null, lease_until = now() + interval '1 hour'
    where workspace_id = ${acme.id} and id = ${id}`;
  const { status, body } = await acme.call(undo, { params: { id } });
  expect([status, body.details]).toEqual([409, { reason: "running" }]);
  await pg()`
    update imports set status = 'completed', completed_at = now(), lease_until = null
    where workspace_id = ${acme.id} and id = ${id}`;
});
