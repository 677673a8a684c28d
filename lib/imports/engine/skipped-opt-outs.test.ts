import { expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const body = {
  columnMapping: { email: "email", name: "first_name", tags: "tags", out: "is_unsubscribed" },
  duplicateStrategy: "skip",
};

it("skips who is known, but not that somebody opted out", async () => {
  const acme = await newWorkspace();
  for (const name of ["known", "other"])
    await acme.call(createContact, { body: { email: `${name}@example.com`, first_name: "Before" } });
  const file =
    "email,name,tags,out\nknown@example.com,After,vip,yes\nother@example.com,After,vip,no\n" +
    "new@example.com,First,a,no\nnew@example.com,Second,b,yes\n";
  const received = await uploadText(acme, file);
  const params = { id: received.body.importId };
  const plan = await acme.call(dryRun, { params, body });
  await acme.call(confirm, { params, body });
  await settleBackground();
  const list = async () => {
    const { body: page } = await acme.call(listContacts, {});
    const data: { email: string; first_name: string; is_unsubscribed: boolean; tags: { name: string }[] }[] =
      page.data;
    return data
      .map((one) => [one.email, one.first_name, one.is_unsubscribed, one.tags.map((tag) => tag.name)])
      .sort();
  };
  expect(await list()).toEqual([
    ["known@example.com", "Before", true, []],
    ["new@example.com", "First", true, ["a"]],
    ["other@example.com", "Before", false, []],
  ]);
  const { body: done } = await acme.call(getImport, { params });
  expect(done).toMatchObject({ created_rows: 1, skipped_rows: 3, updated_rows: 0, changed_contacts: 1 });
  expect(plan.body).toMatchObject({ create: 1, skip: 3, update: 0, changed: 1, unsubscribe: 2 });
  await acme.call(undo, { params });
  await settleBackground();
  expect(await list()).toEqual([
    ["known@example.com", "Before", false, []],
    ["other@example.com", "Before", false, []],
  ]);
});
