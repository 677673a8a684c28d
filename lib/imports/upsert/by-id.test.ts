import { expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { pg } from "@/db/client";
import { type BatchRow, contactsAndTags, sendBatch, takeBack } from "@/lib/testing/batches";
import { contactsOf } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

const said = (body: { rows: BatchRow[] }) => body.rows.map(({ status, code }) => code ?? status);

async function withAda() {
  const acme = await newWorkspace();
  const { rows } = await sendBatch(acme, [
    { email: "ada@example.com", external_id: "E1", first_name: "Ada" },
  ]);
  return { acme, params: { id: rows[0].id as string } };
}

it("updates the contact with an id where the row has no address", async () => {
  const { acme, params } = await withAda();
  const before = await contactsAndTags(acme);
  const rows = [
    { external_id: "E1", company: "Engines" },
    { external_id: "E1", email: null, tags: ["vip"] },
    { external_id: "E1", email: " ", custom_fields: { plan: "pro" }, phone: null },
    { external_id: "E2", company: "Engines" },
    { external_id: null, company: "Engines" },
    { external_id: "0", company: "Engines" },
    { email: "bob@example.com", external_id: "-" },
  ];
  const tried = await sendBatch(acme, rows, { dry_run: "true" });
  expect(await contactsAndTags(acme)).toEqual(before);
  const body = await sendBatch(acme, rows);
  expect(said(tried)).toEqual(said(body));
  expect(said(body)).toEqual([
    ...["updated", "updated", "updated"],
    ...["external_id_unknown", "email_missing", "email_missing", "created"],
  ]);
  expect(body.rows[0].id).toBe(params.id);
  expect(body.rows[3]).toMatchObject({ status: "failed", field: "external_id", id: null });
  const found = await contactsOf(acme);
  expect([...found.keys()].sort()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(found.get("ada@example.com")).toMatchObject({
    ...{ id: params.id, external_id: "E1", first_name: "Ada", company: "Engines" },
    custom_fields: { plan: "pro" },
    tags: [{ name: "vip" }],
  });
  expect(found.get("bob@example.com")).toMatchObject({ external_id: null });
  expect(said(await sendBatch(acme, [{ external_id: "E1", company: "Engines" }]))).toEqual(["unchanged"]);
  await takeBack(acme, body.change_id);
  expect(await contactsAndTags(acme)).toEqual(before);
});

it("keeps the address that another row of the batch gives, before and after it", async () => {
  const { acme } = await withAda();
  const body = await sendBatch(acme, [
    { external_id: "E1", company: "Engines" },
    { external_id: "E1", email: "ada@new.example" },
    { external_id: "E1", phone: "1" },
    { external_id: "E2", email: "eve@example.com" },
    { external_id: "E2", phone: "2" },
  ]);
  expect(said(body)).toEqual(["updated", "updated", "updated", "created", "updated"]);
  const found = await contactsOf(acme);
  expect(found.get("ada@new.example")).toMatchObject({ company: "Engines", phone: "1" });
  expect(found.get("eve@example.com")).toMatchObject({ external_id: "E2", phone: "2" });
  expect(found.size).toBe(2);
});

it.each(["update", "skip", "update_only"])("creates nobody, and hears who opts out: %s", async (strategy) => {
  const { acme } = await withAda();
  const policy = { duplicate_strategy: strategy };
  const body = await sendBatch(
    acme,
    [
      { external_id: "E1", is_unsubscribed: true, company: "Engines" },
      { external_id: "E2", is_unsubscribed: true },
    ],
    policy,
  );
  expect(said(body)).toEqual([strategy === "skip" ? "skipped" : "updated", "external_id_unknown"]);
  expect(body.rows[1].opted_out).toBeUndefined();
  expect(body.skipped_opt_outs).toBe(0);
  const found = await contactsOf(acme);
  expect(found.size).toBe(1);
  expect(found.get("ada@example.com")).toMatchObject({
    is_unsubscribed: true,
    company: strategy === "skip" ? null : "Engines",
  });
  const [remembered] = await pg()`select count(*)::int as n from opt_outs where workspace_id = ${acme.id}`;
  expect(remembered?.n).toBe(1);
});

it("leaves an address alone that somebody changes meanwhile", async () => {
  const { acme, params } = await withAda();
  for (let round = 0; round < 6; round++) {
    const email = `ada${round}@example.com`;
    const [{ status }, body] = await Promise.all([
      acme.call(patch, { params, body: { email } }),
      sendBatch(acme, [{ external_id: "E1", company: `Company ${round}` }]),
    ]);
    expect([status, ...said(body)]).toEqual([200, "updated"]);
    const found = await contactsOf(acme);
    expect([...found.keys()]).toEqual([email]);
    expect(found.get(email)).toMatchObject({ company: `Company ${round}` });
  }
});

it("leaves it alone, too, where its lock was waited for", async () => {
  const { acme, params } = await withAda();
  const sent = await pg().begin(async (tx) => {
    const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`update contacts set email = 'ada@moved.example' where workspace_id = ${acme.id} and id = ${params.id}`;
    const waiting = sendBatch(acme, [{ external_id: "E1", company: "Engines" }]);
    await untilSomeoneWaitsFor(own?.pid ?? 0);
    return { body: waiting };
  });
  expect(said(await sent.body)).toEqual(["updated"]);
  const found = await contactsOf(acme);
  expect(found.get("ada@moved.example")).toMatchObject({ company: "Engines" });
  expect(found.size).toBe(1);
});

it("fails once the contact is gone", async () => {
  const { acme, params } = await withAda();
  await acme.call(deleteContact, { params });
  for (const duplicate_strategy of ["update", "skip", "update_only"]) {
    const body = await sendBatch(acme, [{ external_id: "E1", company: "Engines" }], { duplicate_strategy });
    expect(said(body)).toEqual(["external_id_unknown"]);
    expect(body.change_id).toBeNull();
  }
});
