import { expect, it } from "vitest";
import { GET as readImport } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { readState } from "./state";

/** Numbers of an import that the upload has fixed, or that its end does. */
const ELSEWHERE = ["blob_bytes", "uploaded_bytes", "rows_per_second", "seconds_left"];

it("the progress of an import has all of its counters: a page would mix new ones with older ones", async () => {
  const acme = await newWorkspace();
  const { id } = await importText(acme, "email,company\na@example.com,Acme\na@example.com,Zeta\nnobody,x\n");
  // With a lease, so that nobody ends it.
  await pg()`
    update imports set status = 'processing', lease_owner = 'nobody', lease_until = now() + interval '1 hour'
    where workspace_id = ${acme.id} and id = ${id}`;
  const { body } = await acme.call(readImport, { params: { id } });
  const counters = Object.entries(body).filter(
    ([name, value]) => typeof value === "number" && !ELSEWHERE.includes(name),
  );
  expect(body).toMatchObject({ created_rows: 1, updated_rows: 1, repeated_rows: 1, failed_rows: 1 });
  const [job] = (await readState(acme.id)).jobs;
  expect(job?.fields).toMatchObject(Object.fromEntries(counters));
});
