import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as change } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Only the subscribers of this list are marked. */
const LIST = `email,Newsletter
ada@example.com,x
bob@example.com,
eve@example.com,X
`;

async function asked(acme: Workspace, text: string): Promise<unknown[]> {
  const { suggestions } = (await uploadText(acme, text)).body;
  return suggestions[1].unread ?? [];
}

async function answer(acme: Workspace, draft: object): Promise<string[]> {
  const { importId } = (await uploadText(acme, LIST)).body;
  const { body } = await acme.call(change, { params: { id: importId }, body: draft });
  expect(body.draft.questions).toEqual([]);
  expect((await acme.call(confirm, { params: { id: importId } })).status).toBe(202);
  await settleBackground();
  const rows = await pg()<{ email: string }[]>`
    select email from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  return rows.map(({ email }) => email);
}

it("is asked about where only the subscribed are marked, and means what the user says", async () => {
  for (const [meaning, expected] of [
    ["out", ["bob@example.com"]],
    ["not", []],
  ] as const) {
    const acme = await newWorkspace();
    expect(await asked(acme, LIST)).toEqual([""]);
    const told = { Newsletter: { [meaning]: [""] } };
    expect(await answer(acme, { options: { optOutValues: told } })).toEqual(expected);
    // What was said of one file is asked of the next.
    expect(await asked(acme, LIST)).toEqual([""]);
  }
});

it("is asked about however late the first one comes, and not answered by what other values mean", async () => {
  const acme = await newWorkspace();
  const marked = Array.from({ length: 3_000 }, (_, n) => `p${n}@example.com,x`).join("\n");
  const { importId, suggestions } = (await uploadText(acme, `email,Newsletter\n${marked}\nq@example.com,\n`))
    .body;
  expect(suggestions[1]).toMatchObject({ unread: [""], question: "consent" });
  const options = { optOutValues: { Newsletter: { others: "not" } } };
  const { body } = await acme.call(change, { params: { id: importId }, body: { options } });
  expect(body.draft.questions).toEqual(["Newsletter"]);
});

it.each([
  ["Newsletter", "NULL", "yes"],
  ["Newsletter", "X", "O"],
  ["Opt-out date", "1900-01-01", ""],
])("nor are words that may mean no without saying so: %s, %s", async (header, cell, other) => {
  const acme = await newWorkspace();
  const text = `email,${header}\na@example.com,${cell}\nb@example.com,${other}\n`;
  const { importId, suggestions } = (await uploadText(acme, text)).body;
  expect(suggestions[1].unread).toEqual([cell]);
  const options = { optOutValues: { [header]: { others: "out" } } };
  const { body } = await acme.call(change, { params: { id: importId }, body: { options } });
  expect(body.draft.questions).toEqual([header]);
});

it("is not asked about again once the column was left as it is", async () => {
  const acme = await newWorkspace();
  expect(await answer(acme, { columnMapping: { Newsletter: "is_subscribed" } })).toEqual([]);
  expect((await uploadText(acme, LIST)).body.suggestions[1]).not.toHaveProperty("question");
});

it.each([
  ["where somebody says no", LIST.replace("X", "nein")],
  ["where everybody is marked", LIST.replace(",\n", ",x\n")],
  ["where nobody is", LIST.replace(/,x\n/gi, ",\n")],
  ["below opting out, where it means no", LIST.replace("Newsletter", "Unsubscribed")],
])("is not asked about %s", async (_, text) => {
  expect(await asked(await newWorkspace(), text)).not.toContain("");
});
