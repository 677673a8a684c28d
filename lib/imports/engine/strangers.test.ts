import { expect, it } from "vitest";
import { PATCH as edit } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { sendBatch, stateOf, takeBack } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { undoWhole } from "@/lib/testing/undo";
import { newWorkspace } from "@/lib/testing/workspace";

/** Opt-outs of addresses that no contact has, by an import or a batch that creates nobody. */
type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const LIST =
  "email,out\nknown@example.com,no\ngone@example.com,yes\nnew@example.com,yes\nother@example.com,no\n";
const listed = (acme: Workspace) =>
  importText(acme, LIST, {
    columnMapping: { email: "email", out: "is_unsubscribed" },
    duplicateStrategy: "update_only",
  });

async function remembered(acme: Workspace): Promise<string[]> {
  const rows = await pg()<{ email: string }[]>`
    select email from unnest(${["known", "gone", "new", "other", "late"].map((name) => `${name}@example.com`)}::text[]) as email
    where is_opted_out(${acme.id}, email)`;
  return rows.map(({ email }) => email.replace("@example.com", "")).sort();
}

async function lastUndo(acme: Workspace): Promise<string> {
  const [row] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${acme.id} and way = 'undo' order by created_at desc, id desc limit 1`;
  return row?.id ?? "";
}

const withKnown = async () => {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "known@example.com", first_name: "K" } });
  return acme;
};

it("a file of opt-outs that creates nobody is remembered, and a later file subscribes none of them", async () => {
  const acme = await withKnown();
  expect(await listed(acme)).toMatchObject({
    status: "completed",
    skipped_rows: 3,
    created_rows: 0,
    skipped_opt_outs: 2,
    summary:
      "1 unchanged, 3 skipped of 4 rows. 2 of the skipped rows said that somebody who is not a contact opted out, which is remembered.",
  });
  expect(await remembered(acme)).toEqual(["gone", "new"]);
  const later = await importText(acme, "email\ngone@example.com\nother@example.com\n");
  expect(later).toMatchObject({ created_rows: 2, opted_out: 1 });
  const { body } = await acme.call(createContact, { body: { email: "new@example.com", first_name: "N" } });
  expect(body.is_unsubscribed).toBe(true);
});

it("its undo forgets them, and the undo of that remembers them again, as often as one likes", async () => {
  const acme = await withKnown();
  const before = await stateOf(acme);
  const { id } = await listed(acme);
  const after = await stateOf(acme);
  for (let round = 0; round < 3; round++) {
    await undoWhole(acme, id);
    expect(await stateOf(acme)).toBe(before);
    await takeBack(acme, await lastUndo(acme));
    expect(await stateOf(acme)).toBe(after);
    // The undo of the undo is undone, not the import a second time.
    if (round === 0) {
      await takeBack(acme, await lastUndo(acme));
      expect(await stateOf(acme)).toBe(before);
      await takeBack(acme, await lastUndo(acme));
      expect(await stateOf(acme)).toBe(after);
    }
  }
});

it("an undo forgets nobody who is a contact by now, and none whom somebody else named too", async () => {
  const acme = await withKnown();
  const { id } = await listed(acme);
  await importText(acme, "email\ngone@example.com\n");
  await importText(acme, "email,out\nnew@example.com,yes\nlate@example.com,yes\n", {
    columnMapping: { email: "email", out: "is_unsubscribed" },
    duplicateStrategy: "update_only",
  });
  await undoWhole(acme, id);
  expect(await remembered(acme)).toEqual(["gone", "late", "new"]);
});

it("taking the undo back unsubscribes who came in between, but nobody who was subscribed again since", async () => {
  const acme = await withKnown();
  const { id } = await listed(acme);
  await undoWhole(acme, id);
  const undone = await lastUndo(acme);
  const ids = { gone: "", new: "" };
  for (const name of ["gone", "new"] as const) {
    const { body } = await acme.call(createContact, {
      body: { email: `${name}@example.com`, first_name: "N" },
    });
    expect(body.is_unsubscribed).toBe(false);
    ids[name] = body.id;
  }
  for (const is_unsubscribed of [true, false])
    await acme.call(edit, { params: { id: ids.new }, body: { is_unsubscribed } });
  // An undo that restores an older state restores its time, too.
  await pg()`update contacts set updated_at = updated_at - interval '1 day' where workspace_id = ${acme.id}`;
  await takeBack(acme, undone);
  expect(await remembered(acme)).toEqual(["gone"]);
  const rows = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${acme.id} and is_unsubscribed and unsubscribed_at is not null`;
  expect([...rows]).toEqual([{ id: ids.gone }]);
  // Like any contact created while the address was recorded.
  await takeBack(acme, await lastUndo(acme));
  expect(await remembered(acme)).toEqual(["gone"]);
});

it("a batch that creates nobody remembers them too, as a change set that can be undone", async () => {
  const acme = await withKnown();
  const before = await stateOf(acme);
  const people = [
    { email: "gone@example.com", is_unsubscribed: true },
    { email: "other@example.com", is_unsubscribed: false },
  ];
  const dry = await sendBatch(acme, people, { duplicate_strategy: "update_only", dry_run: "true" });
  expect(dry).toMatchObject({ skipped: 2, skipped_opt_outs: 1 });
  expect(await stateOf(acme)).toBe(before);
  const { change_id, ...done } = await sendBatch(acme, people, { duplicate_strategy: "update_only" });
  expect(done).toMatchObject({ skipped: 2, skipped_opt_outs: 1 });
  expect(await remembered(acme)).toEqual(["gone"]);
  await takeBack(acme, change_id);
  expect(await stateOf(acme)).toBe(before);
});
