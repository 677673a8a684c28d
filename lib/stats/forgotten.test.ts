import { expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as readChanges } from "@/app/api/changes/route";
import { POST as startBulk } from "@/app/api/contacts/bulk/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { POST as createSegment, GET as readSegments } from "@/app/api/segments/route";
import { GET as readStats } from "@/app/api/stats/route";
import { countContacts } from "@/lib/contacts/list";
import { settleBackground } from "@/lib/http/background";
import { countStale } from "@/lib/segments/counts";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const PEOPLE = `email,company\n${[1, 2, 3].map((n) => `p${n}@example.com,Acme`).join("\n")}\n`;

/** What the overview and the sidebar show at this moment: both keep their numbers for five minutes. */
async function figures(acme: Workspace) {
  const { body } = await acme.call(readStats);
  await acme.call(readSegments);
  await settleBackground();
  const { body: segments } = await acme.call(readSegments);
  return [body.totalContacts, body.contactsThisMonth, segments.data[0].contact_count];
}

/** Three imported contacts, a segment of all of them, and figures that know them. */
async function imported(): Promise<{ acme: Workspace; id: string }> {
  const acme = await newWorkspace();
  await acme.call(createSegment, { body: { name: "Acme", filter: { company: "acme" } } });
  expect(await figures(acme)).toEqual([0, 0, 0]);
  const { id } = await importText(acme, PEOPLE);
  expect(await figures(acme)).toEqual([3, 3, 3]);
  return { acme, id };
}

it("what an import's undo removed is in no figure any more, and is again once that is undone", async () => {
  const { acme, id } = await imported();
  const undone = await acme.call(undoImport, { params: { id } });
  expect(undone.body.undo_status).toBe("completed");
  expect(await figures(acme)).toEqual([0, 0, 0]);
  const [change] = (await acme.call(readChanges)).body.data;
  const back = await acme.call(undoChange, { params: { id: change.id } });
  expect(back.body.undo_status).toBe("completed");
  expect(await figures(acme)).toEqual([3, 3, 3]);
});

it("what a bulk action deleted is in no figure any more", async () => {
  const { acme } = await imported();
  await acme.call(startBulk, { body: { action: "delete", filter: {} } });
  await settleBackground();
  expect(await figures(acme)).toEqual([0, 0, 0]);
});

it("a count that was taken before the end of an import is not kept", async () => {
  const acme = await newWorkspace();
  await acme.call(createSegment, { body: { name: "Acme", filter: { company: "acme" } } });
  let counted = 0;
  await countStale(acme.id, async (...asked) => {
    const before = await countContacts(...asked);
    if (counted++ === 0) await importText(acme, PEOPLE);
    return before;
  });
  expect(counted).toBe(2);
  expect((await figures(acme)).at(2)).toBe(3);
});
