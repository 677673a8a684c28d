import { describe, expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { type BatchRow, batchOf, sendBatch, stateOf } from "@/lib/testing/batches";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

describe("its undo", () => {
  const take = async (acme: Workspace, id: string) => {
    await acme.call(undo, { params: { id } });
    await settleBackground();
    return (await acme.call(previewUndo, { params: { id } })).body;
  };

  it("puts back every column, tag and opt-out, and can be undone itself", async () => {
    const acme = await newWorkspace();
    await importText(acme, "email,first_name,tags\np1@example.com,Imp,kept\np2@example.com,Imp,\n");
    await sendBatch(
      acme,
      batchOf(20, (n) => ({ company: "Old", tags: n % 2 ? ["old"] : [], is_unsubscribed: n === 4 })),
    );
    const before = await stateOf(acme);
    const body = await sendBatch(
      acme,
      batchOf(30, (n) => ({
        company: "New",
        phone: `${n}`,
        tags: ["old", `t${n % 3}`],
        is_unsubscribed: n % 4 === 0,
        custom_fields: { n },
      })),
    );
    expect(body).toMatchObject({ created: 10, updated: 20 });
    const set = (await acme.call(readChange, { params: { id: body.change_id } })).body;
    expect(set).toMatchObject({ way: "batch", created: 10, changed: 20, actor: { kind: "user" } });
    const after = await stateOf(acme);
    const predicted = (await acme.call(previewUndo, { params: { id: body.change_id } })).body;
    const { undo_id, ...done } = await take(acme, body.change_id);
    expect(done).toMatchObject({ removed: 13, restored: 20, kept: 0 });
    expect(predicted).toMatchObject({ removed: 13, restored: 20, kept: 0 });
    expect(await stateOf(acme)).toBe(before);
    await take(acme, undo_id);
    const strip = (state: string) => state.replace(/"search_doc":"[^"]*"/g, "");
    expect(strip(await stateOf(acme))).toBe(strip(after));
  });

  it("keeps former values of as many as a batch has, also where the look-up stops because all of them change", async () => {
    const acme = await newWorkspace();
    await sendBatch(acme, batchOf(4200));
    const body = await sendBatch(
      acme,
      batchOf(4200, () => ({ company: "New" })),
    );
    expect(body.updated).toBe(4200);
    const set = (await acme.call(readChange, { params: { id: body.change_id } })).body;
    expect(set).toMatchObject({ created: 0, changed: 4200 });
    const [kept] = await pg()`
      select count(*)::int as n from contact_changes
      where workspace_id = ${acme.id} and change_id = ${body.change_id} and kind = 'changed' and company is null`;
    expect(kept?.n).toBe(4200);
  });

  it("leaves alone what was edited since", async () => {
    const acme = await newWorkspace();
    const { rows, change_id } = await sendBatch(
      acme,
      batchOf(3, () => ({ tags: ["fresh"] })),
    );
    await acme.call(patch, { params: { id: rows[1].id }, body: { company: "Mine" } });
    const predicted = (await acme.call(previewUndo, { params: { id: change_id } })).body;
    const done = await take(acme, change_id);
    expect(done).toMatchObject({ removed: 2, kept: 2 });
    expect(predicted).toMatchObject({ removed: 2, kept: 2 });
    expect([...(await contactsOf(acme)).keys()]).toEqual(["p1@example.com"]);
    expect((await acme.call(listTags)).body.data.map(({ name }: { name: string }) => name)).toEqual([
      "fresh",
    ]);
  });
});

it("runs one of two batches of the same people after the other, in whichever order they name them", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, batchOf(40));
  for (let round = 0; round < 3; round++) {
    const one = batchOf(80, () => ({ company: `a${round}` }));
    const other = batchOf(80, () => ({ company: `b${round}`, tags: ["b"] })).toReversed();
    const answers = await Promise.all([sendBatch(acme, one), sendBatch(acme, other)]);
    expect(answers.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(answers[0].created + answers[1].created).toBe(round === 0 ? 40 : 0);
    const companies = await pg()`select distinct company from contacts where workspace_id = ${acme.id}`;
    expect(companies).toHaveLength(1);
  }
});

it("meets edits, imports and deletions of its people without an error", async () => {
  const acme = await newWorkspace();
  const { rows } = await sendBatch(acme, batchOf(60));
  const ids = rows.map(({ id }: BatchRow) => id);
  const edits = ids.map((id: string, n: number) =>
    n % 5 === 0
      ? acme.call(deleteContact, { params: { id } })
      : acme.call(patch, { params: { id }, body: { notes: "edited" } }),
  );
  const csv = `email,company\n${batchOf(60)
    .map(({ email }) => `${email},imported`)
    .join("\n")}\n`;
  const [body] = await Promise.all([
    sendBatch(
      acme,
      batchOf(80, () => ({ phone: "1" })),
    ),
    importText(acme, csv),
    ...edits,
  ]);
  expect(body.failed).toBe(0);
  for (const answer of await Promise.all(edits)) expect(answer.status).toBeLessThan(300);
});
