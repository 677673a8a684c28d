import { expect, it } from "vitest";
import { uploadText } from "@/lib/testing/imports";
import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";
import { namesLeaversList } from "./addresses";
import { suggestMapping } from "./suggest";

/** What an outsider found around a table, and nobody was asked about. */
const questionsOf = async (text: string) => {
  const { body } = await uploadText(await newWorkspace(), text);
  return body.draft.questions;
};

it("a legend below the header may turn it", async () => {
  const rows = "a@example.com,0\nb@example.com,1\nc@example.com,0\n";
  expect(await questionsOf(`Email,Newsletter\n,(1=no 0=yes)\n${rows}`)).toEqual(["Newsletter"]);
});

it("a second table of people who left, below the first", async () => {
  const people = "a@example.com,Ann\nb@example.com,Bob\nc@example.com,Cy\n";
  expect(await questionsOf(`Email,Name\n${people}\nUnsubscribed,Date\nb@example.com,2024-03-04\n`)).toEqual([
    "Email",
  ]);
  const titled = await uploadText(
    await newWorkspace(),
    `Email,Name\n${people}\nAbgemeldet\nd@example.com,Di\n`,
  );
  expect(titled.body.suggestions[0]).toMatchObject({ question: "consent", reason_code: "table_below" });
  const above = await uploadText(await newWorkspace(), `Email,Name\nAbgemeldet,\n${people}`);
  expect(above.body.suggestions[0].reason_code).not.toBe("table_below");
  expect(above.body.draft.questions).toEqual(["Email"]);
  expect(await questionsOf(`Email,Name\n${people}\nMembers,Date\nb@example.com,2024-03-04\n`)).toEqual([]);
});

it.each([
  ["in another order", "unsubscribed,last_name,email,first_name", "yes,Berg,b@example.com,Bo"],
  ["in another language", "E-Mail,Nachname,Newsletter", "b@example.com,Berg,nein"],
])("a second export behind the first, with a column of consent: %s", async (_, header, row) => {
  const first = "email,first_name,last_name,unsubscribed\na@example.com,Ada,King,no\n";
  const { body } = await uploadText(await newWorkspace(), `${first}${header}\n${row}\n`);
  const asked = body.suggestions.find(({ field }: { field: string }) => field === "email");
  expect(asked).toMatchObject({ question: "consent", reason_code: "table_below" });
});

it("a second export behind the first that says nothing of consent raises no question", async () => {
  const text =
    "email,first_name,last_name\na@example.com,Ada,King\nlast_name,email,first_name\nBerg,b@example.com,Bo\n";
  expect(await questionsOf(text)).toEqual([]);
});

it("a second column of notes is read as carefully as the first", () => {
  const rows = [
    ["a@example.com", "tall", ""],
    ["b@example.com", "small", "stop"],
    ["c@example.com", "blond", "call"],
  ];
  const [, notes, comments] = suggestMapping(["Email", "Notes", "Comments"], rows);
  expect(notes).toMatchObject({ field: "notes" });
  expect(comments).toMatchObject({ field: "skip", question: "consent" });
});

it.each([
  ["prefs", '{"email":"off"}'],
  ["channels", '{"email":false}'],
  ["settings", '{"notifications":{"marketing":false}}'],
  ["meta", '{"consent":"none","age":3}'],
])("settings as JSON: %s %s", (header, cell) => {
  const rows = [
    ["a@example.com", cell],
    ["b@example.com", '{"age":3}'],
  ];
  expect(suggestMapping(["Email", header], rows)[1]).toMatchObject({ question: "consent" });
  expect(suggestMapping(["Email", header], [["a@example.com", '{"age":false}']])[1]).not.toHaveProperty(
    "question",
  );
});

it.each([
  ["Status", ["active", "past_due", "canceled"]],
  ["Subscription status", ["active", "trialing", "unpaid"]],
])("a subscription that is paid for is not one to mail: %s", (header, cells) => {
  const rows = cells.map((cell, row) => [`p${row}@example.com`, cell]);
  expect(suggestMapping(["Email", header], rows)[1]).not.toHaveProperty("question");
});

it("mails that bounced are no subscription", () => {
  const rows = [0, 1, 0].map((count, row) => [`p${row}@example.com`, String(count)]);
  expect(suggestMapping(["Email", "Marketing emails bounced"], rows)[1]).toMatchObject({ field: "skip" });
});

it("another sheet of the workbook is called after those who left, and is not imported", async () => {
  const table = rowsOf([
    ["Email", "Name"],
    ["a@example.com", "Ann"],
    ["b@example.com", "Bob"],
  ]);
  const asked = async (other: string) => {
    const book = workbookOf({ sheets: { Kontakte: table, [other]: table } });
    const { body } = await uploadText(await newWorkspace(), book, "people.xlsx");
    return { questions: body.draft.questions, ...body.suggestions[0] };
  };
  expect(await asked("Abmeldungen")).toMatchObject({
    questions: ["Email"],
    reason_code: "other_sheet",
    reason: expect.stringContaining("The sheet “Abmeldungen” is not imported"),
  });
  expect((await asked("Verkäufe")).questions).toEqual([]);
});

it.each(["please stop", "stop", "no thanks", "not any more", "delete", "nein danke"])(
  "a comment beside a flag that says yes: %s",
  (comment) => {
    const rows = [
      ["a@example.com", "yes", "likes tea"],
      ["b@example.com", "yes", comment],
      ["c@example.com", "no", "stop"],
    ];
    const [, , notes] = suggestMapping(["Email", "Subscribed", "Comment"], rows);
    expect(notes?.question).toBe("consent");
    const [, , harmless] = suggestMapping(["Email", "Subscribed", "Comment"], [rows[0] ?? [], rows[2] ?? []]);
    expect(harmless?.question).toBeUndefined();
  },
);

it.each(["until", "End date", "Ended", "bis", "valid till"])("a day beside a flag, below %s", (header) => {
  const rows = [
    ["a@example.com", "yes", ""],
    ["b@example.com", "yes", "2022-12-31"],
  ];
  const [, , end] = suggestMapping(["Email", "Newsletter", header], rows);
  expect(end?.question).toBe("consent");
});

it.each([
  ...["removed.csv", "ex-subscribers.csv", "nonsubscribed_members_export_1.csv", "leavers.xlsx"],
  ...["no-thanks.csv", "Gone", "ayrılanlar.csv"],
])("a file or a sheet called %s", (title) => expect(namesLeaversList(title)).toBe(true));
it.each(["left handed.csv", "stop aids.csv", "contacts.csv"])("but none called %s", (title) =>
  expect(namesLeaversList(title)).toBe(false),
);
