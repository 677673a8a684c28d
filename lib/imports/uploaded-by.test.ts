import { expect, it } from "vitest";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as listImports } from "@/app/api/imports/route";
import { pg } from "@/db/client";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

it("says who uploaded a file and how large it is, and no name of who is gone", async () => {
  const acme = await newWorkspace();
  const text = "email\nada@example.com\n";
  const { body } = await uploadText(acme, text);
  const params = { id: body.importId as string };
  const [member] = await pg()`select user_id, email from memberships where workspace_id = ${acme.id}`;
  const created_by = { user_id: member?.user_id, name: member?.email };
  expect((await acme.call(getImport, { params })).body).toMatchObject({
    created_by,
    blob_bytes: text.length,
  });
  await pg()`update memberships set email = null where workspace_id = ${acme.id}`;
  const { data } = (await acme.call(listImports)).body;
  expect(data[0].created_by).toEqual({ ...created_by, name: null });
});
