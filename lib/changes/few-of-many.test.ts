import { beforeAll, expect, it } from "vitest";
import { pg } from "@/db/client";
import { bulkJob } from "@/lib/bulk/job";
import { createBulk } from "@/lib/bulk/queries";
import { bulkBody } from "@/lib/bulk/schemas";
import { runJob } from "@/lib/jobs/run";
import { owner } from "@/lib/testing/owner";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";
import { requestUndo } from "./request";
import { changeUndoJob } from "./undo";

const CONTACTS = 5000;
const TAGS = 5 * CONTACTS;
const FEW = 20;
let workspaceId: string;
const tags: string[] = [];

beforeAll(async () => {
  // In a large enough workspace the planner chooses this plan without being told.
  const [{ name }] = await owner()<[{ name: string }]>`select current_database() as name`;
  await owner().unsafe(`alter database ${name} set enable_nestloop = off`);
  workspaceId = (await newWorkspace()).id;
  for (const name of ["new", "a", "b", "c", "d", "e"]) {
    const [tag] = await pg()<{ id: string }[]>`
      insert into tags (workspace_id, id, name) values (${workspaceId}, gen_random_uuid(), ${name}) returning id`;
    tags.push(tag?.id ?? "");
  }
  await owner()`
    insert into contacts (workspace_id, id, email, first_name, search_doc)
    select ${workspaceId}, gen_random_uuid(), 'p' || n || '@example.com', 'Ada', 'p' || n from generate_series(1, ${CONTACTS}::int) n`;
  await owner()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${workspaceId}, tag, id from contacts, unnest(${tags.slice(1)}::uuid[]) tag where workspace_id = ${workspaceId}`;
  for (const table of ["contacts", "contact_tags"]) await owner().unsafe(`analyze ${table}`);
});

const CHANGES: Record<string, () => object> = {
  set: () => ({ action: "set", fields: { company: "Works" } }),
  tag: () => ({ action: "tag", tag_id: tags[0] }),
  "tag that they have": () => ({ action: "tag", tag_id: tags[1] }),
  untag: () => ({ action: "untag", tag_id: tags[1] }),
  unsubscribe: () => ({ action: "unsubscribe" }),
};

// A join would read the tags of the whole workspace.
it("a change of a few contacts reads only their tags, and so does its undo", async () => {
  const few = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} order by email limit ${FEW}`;
  const read: Record<string, number> = {};
  for (const [name, change] of Object.entries(CHANGES)) {
    const { id } = await createBulk(
      workspaceId,
      bulkBody.parse({ ...change(), ids: few.map((one) => one.id) }),
    );
    read[name] = await rowsRead(() => runJob(bulkJob, { workspaceId, id }));
    if (name === "tag that they have") continue;
    const undo = await requestUndo(workspaceId, id);
    read[`undo of ${name}`] = await rowsRead(() => runJob(changeUndoJob, { workspaceId, id: undo }));
  }
  expect(Object.entries(read).filter(([, rows]) => rows > TAGS)).toEqual([]);
});
