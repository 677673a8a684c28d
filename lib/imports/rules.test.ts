import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Draft = { columnMapping?: object; options?: object; dialect?: object };

const FILE = `email,first_name,company,phone,city,tags
ada@example.com,Augusta,Engines,123,Paris,red
new@example.com,Neo,Matrix,1,Zion,red
`;

async function imported(draft: Draft, text = FILE) {
  const acme = await newWorkspace();
  await acme.call(createContact, {
    body: { email: "ada@example.com", first_name: "Ada", company: "Acme", custom_fields: { city: "Oslo" } },
  });
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  const columnMapping = { city: "custom_fields.city", ...draft.columnMapping };
  const drafted = await acme.call(patch, { params, body: { ...draft, columnMapping } });
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  const predicted = (await acme.call(dryRun, { params })).body;
  expect((await acme.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  const done = (await acme.call(getImport, { params })).body;
  const told = [predicted.create, predicted.update + predicted.unchanged, predicted.skip, predicted.fail];
  expect([done.created_rows, done.updated_rows, done.skipped_rows, done.failed_rows]).toEqual(told);
  return { contacts: await contactsOf(acme), told };
}

const tagsOf = (contact: Record<string, unknown> | undefined) =>
  ((contact?.tags ?? []) as { name: string }[]).map(({ name }) => name);

it("forgets all rules, values and types at null, and knows no row beyond the file", async () => {
  const acme = await newWorkspace();
  const text = "email,n,out\nada@example.com,1,K\n";
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  const draft = async (body: object) => await acme.call(patch, { params, body });
  await draft({
    columnMapping: { n: "custom_fields.n", out: "is_unsubscribed" },
    columnTypes: { n: { type: "text" } },
    options: { rules: { n: "fill" }, optOutValues: { out: { out: ["K"], not: [] } } },
  });
  const { body } = await draft({ columnTypes: null, options: { rules: null, optOutValues: null } });
  expect(body.draft.options).toMatchObject({ rules: {}, optOutValues: {} });
  expect(body.draft.columnTypes.n.type).toBe("number");
  const beyond = { leaveOut: { rows: [1, 2] } };
  const refused = await draft({ options: beyond });
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [
      {
        path: ["options", "leaveOut", "rows", 1],
        code: "unknown",
        message: "is not a row of this file, which has 1",
      },
    ],
  ]);
  const told = { columnMapping: { email: "email" }, ...beyond };
  expect((await acme.call(confirm, { params, body: told })).status).toBe(400);
});

it("overwrites, fills or leaves what is stored, column by column; a new contact gets everything", async () => {
  const rules = { first_name: "fill", company: "fill", phone: "fill", city: "never", tags: "never" };
  const { contacts } = await imported({ options: { rules } });
  const ada = contacts.get("ada@example.com");
  expect(ada).toMatchObject({
    ...{ first_name: "Ada", company: "Acme", phone: "123", custom_fields: { city: "Oslo" } },
  });
  expect(tagsOf(ada)).toEqual([]);
  const neo = contacts.get("new@example.com");
  expect(neo).toMatchObject({ first_name: "Neo", company: "Matrix", custom_fields: { city: "Zion" } });
  expect(tagsOf(neo)).toEqual(["red"]);
});

it("fills once: of two rows of a new person the first one's value stays", async () => {
  const text =
    "email,company,city\nx@example.com,,Rome\nx@example.com,First,Bonn\nx@example.com,Second,Köln\n";
  const { contacts } = await imported({ options: { rules: { company: "fill", city: "fill" } } }, text);
  expect(contacts.get("x@example.com")).toMatchObject({ company: "First", custom_fields: { city: "Rome" } });
});

it("updates only, and counts new addresses as skipped, however often they come", async () => {
  const text = `${FILE}new@example.com,Neo,Matrix,2,Zion,blue\n`;
  for (const options of [{ duplicateStrategy: "update_only" }, { leaveOut: { kinds: ["create"] } }]) {
    const { contacts, told } = await imported({ options }, text);
    expect(told).toEqual([0, 1, 2, 0]);
    expect([...contacts.keys()]).toEqual(["ada@example.com"]);
    expect(contacts.get("ada@example.com")).toMatchObject({ first_name: "Augusta", company: "Engines" });
  }
});

it("leaves single rows out, and a whole kind", async () => {
  const rows = await imported({ options: { leaveOut: { rows: [1] } } });
  expect(rows.told).toEqual([1, 0, 1, 0]);
  expect(rows.contacts.get("ada@example.com")).toMatchObject({ first_name: "Ada", company: "Acme" });
  const kinds = await imported({ options: { leaveOut: { kinds: ["update"] } } });
  expect(kinds.told).toEqual([1, 0, 1, 0]);
  expect(kinds.contacts.get("ada@example.com")).toMatchObject({ first_name: "Ada", company: "Acme" });
});

it("keeps rules and what is left out in the draft, each by itself, and forgets rows when the file is read anew", async () => {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, FILE)).body.importId as string };
  const change = async (body: Draft) => {
    const answer = await acme.call(patch, { params, body });
    return answer.status === 200 ? answer.body.draft.options : answer;
  };
  await change({ options: { rules: { company: "fill", phone: "never" } } });
  await change({ options: { rules: { phone: "overwrite", city: "never" } } });
  const kept = await change({ options: { leaveOut: { rows: [2, 1, 2], kinds: ["update"] } } });
  expect(kept).toMatchObject({
    rules: { company: "fill", city: "never" },
    leaveOut: { rows: [1, 2], kinds: ["update"] },
  });
  expect((await change({ dialect: { headerRow: 1 } })).leaveOut).toEqual({ rows: [], kinds: ["update"] });
  const refused = await change({ options: { rules: { nothing: "fill" } } });
  expect([refused.status, refused.body.details]).toMatchObject([
    400,
    [{ path: ["options", "rules", "nothing"], code: "unknown" }],
  ]);
});
