import { gzipSync } from "node:zlib";
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
    uploaded_bytes: text.length,
  });
  await pg()`update memberships set email = null where workspace_id = ${acme.id}`;
  const { data } = (await acme.call(listImports)).body;
  expect(data[0].created_by).toEqual({ ...created_by, name: null });
});

it("says how large a file was as it was sent, whatever is stored of it", async () => {
  const acme = await newWorkspace();
  const text = `email\n${Array.from({ length: 500 }, (_, n) => `person${n}@example.com`).join("\n")}\n`;
  const people = Array.from({ length: 300 }, (_, n) => ({
    email: `person${n}@example.com`,
    note: "x".repeat(n),
  }));
  const sent = {
    "people.csv.gz": gzipSync(text),
    "people.json": Buffer.from(JSON.stringify(people)),
    "people.vcf": Buffer.from("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:ada@example.com\nEND:VCARD\n"),
  };
  for (const [filename, bytes] of Object.entries(sent)) {
    const params = { id: (await uploadText(acme, bytes, filename)).body.importId as string };
    expect((await acme.call(getImport, { params })).body, filename).toMatchObject({
      uploaded_bytes: bytes.length,
    });
  }
});
