import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { newId } from "@/lib/ids";
import { RowLines } from "@/lib/imports/rows/lines";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { mergeStaged } from "./merge";
import { type MergePlan, UNLIMITED } from "./plan";
import { stageRows } from "./staging";

it("takes over from another import who is unsubscribed as it says, and does not count it, even in its own millisecond", async () => {
  const [workspaceId, importId] = [await makeWorkspace(), newId()];
  const columns = { text: [...IMPORTED_FIELDS], is_unsubscribed: true, custom: false, tags: false };
  const plan: MergePlan = {
    ...{ workspaceId, importId, columns, clears: [], tagIds: [], ...UNLIMITED },
    strategy: "update",
  };
  const lines = new RowLines(columns);
  const emails = ["again@x.example", "changed@x.example", "edited@x.example", "subscribed@x.example"];
  for (const [n, email] of emails.entries()) {
    const text = IMPORTED_FIELDS.map((name) =>
      name === "first_name" && email.startsWith("changed") ? "New" : null,
    );
    const is_unsubscribed = !email.startsWith("subscribed");
    lines.add({ row: n + 1, email, text, is_unsubscribed, custom: null, cleared: null, tags: null });
  }
  const other = newId();
  const { merged, rows } = await pg().begin(async (tx) => {
    for (const email of emails) {
      const writer = email.startsWith("edited") ? null : other;
      await tx`
        insert into contacts (workspace_id, id, email, first_name, is_unsubscribed, written_by)
        values (${workspaceId}, ${newId()}, ${email}, 'Old', ${!email.startsWith("subscribed")}, ${writer})`;
    }
    const division = await stageRows(tx, plan, lines, lines.inOrder(), null);
    return {
      merged: await mergeStaged(tx, plan, division, { met: [], contested: [] }),
      rows: await tx`
        select first_name, is_unsubscribed, written_by from contacts
        where workspace_id = ${workspaceId} order by email`,
    };
  });
  expect(merged).toEqual({ created: 0, changed: 1, again: 0, written: [] });
  expect(rows).toEqual([
    { first_name: "Old", is_unsubscribed: true, written_by: importId },
    { first_name: "New", is_unsubscribed: true, written_by: importId },
    { first_name: "Old", is_unsubscribed: true, written_by: null },
    { first_name: "Old", is_unsubscribed: false, written_by: other },
  ]);
});
