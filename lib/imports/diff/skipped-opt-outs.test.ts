import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import type { DiffRow } from "./schemas";

const FILE =
  "email,company,unsubscribed\nknown@example.com,New,no\ngone@example.com,Acme,yes\n" +
  "new@example.com,Acme,no\ngone@example.com,Acme,no\none@example.com two@example.com,Acme,yes\n";

it.each([
  ["only updates", { duplicateStrategy: "update_only" }],
  ["leaves new people out", { leaveOut: { kinds: ["create"] } }],
])("shows whose opt-out is remembered although the import %s", async (_, options) => {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "known@example.com", first_name: "K" } });
  const params = { id: (await uploadText(acme, FILE)).body.importId as string };
  await acme.call(patch, { params, body: { options } });
  const ask = async (query: Record<string, string> = {}) =>
    (await acme.call(listChanges, { params, query })).body;
  const { data, etag, counts, fields } = await ask();
  expect(counts).toMatchObject({ update: 1, skip: 3, fail: 1, skipped_opt_outs: 1, failed_opt_outs: 1 });
  expect(data[1]).toMatchObject({
    ...{ row: 2, kind: "skip", email: "gone@example.com", opt_out: "remembered" },
    changes: [{ field: "is_unsubscribed", old: null, new: true }],
  });
  const plain = { kind: "skip", changes: [], opt_out: null };
  expect([data[2], data[3]]).toMatchObject([plain, { ...plain, repeats: 2 }]);
  const rowsOf = async (query: Record<string, string>) => {
    const page = await ask(query);
    expect(page.total).toBe(page.data.length);
    return page.data.map(({ row }: DiffRow) => row);
  };
  expect(await rowsOf({ field: "is_unsubscribed" })).toEqual([2]);
  expect(await rowsOf({ field: "opt_out" })).toEqual([2, 5]);
  expect(await rowsOf({ field: "opt_out", kind: "skip" })).toEqual([2]);
  expect(fields).toContainEqual({ field: "is_unsubscribed", rows: 1, create: 0, update: 0 });
  const { response } = await acme.call(listChanges, { params, query: { format: "csv", field: "opt_out" } });
  const [head, ...rows] = (await response.text()).split("\r\n").map((line) => line.split(","));
  const [was, is, said] = ["is_unsubscribed (old)", "is_unsubscribed (new)", "opt_out"].map((name) =>
    head?.indexOf(name),
  ) as [number, number, number];
  expect(rows.slice(0, 2).map((row) => [row[2], row[was], row[is], row[said]])).toEqual([
    ["skip", "", "true", "remembered"],
    ["fail", "", "", "counts"],
  ]);
  // What was shown is what happens.
  expect((await acme.call(confirm, { params, query: { etag } })).status).toBe(202);
  expect(await endOf(acme, params)).toMatchObject({ updated_rows: 1, skipped_rows: 3, skipped_opt_outs: 1 });
  const { body } = await acme.call(createContact, { body: { email: "gone@example.com", first_name: "G" } });
  expect(body.is_unsubscribed).toBe(true);
});
