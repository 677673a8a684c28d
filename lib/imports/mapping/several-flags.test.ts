import { describe, expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { settleBackground } from "@/lib/http/background";
import { compileMapping } from "@/lib/imports/rows/compile";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { validateMapping } from "./fields";
import { withRemembered } from "./remembered";
import { suggestMapping } from "./suggest";

const EXPORT = [
  "Email,Unsubscribed from all email,Unsubscribed from: Newsletter,Opted out of email: Events",
  "all@example.com,true,,",
  "news@example.com,,true,",
  "events@example.com,false,false,true",
  "nobody@example.com,false,,false",
  "",
].join("\n");

describe("several columns that say who opted out", () => {
  it("are all suggested, and a file with them unsubscribes whom any of them names", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "events@example.com", first_name: "Eve" } });
    const { body } = await uploadText(acme, EXPORT);
    expect(Object.values(body.draft.columnMapping)).toEqual([
      "email",
      "is_unsubscribed",
      "is_unsubscribed",
      "is_unsubscribed",
    ]);
    expect(body.draft.questions).toEqual([]);
    const params = { id: body.importId };
    const plan = await acme.call(dryRun, { params });
    expect(plan.body).toMatchObject({ create: 3, update: 1, unsubscribe: 3 });
    expect((await acme.call(confirm, { params })).status).toBe(202);
    await settleBackground();
    const { body: page } = await acme.call(listContacts, { query: { is_unsubscribed: "false" } });
    expect(page.data.map((one: { email: string }) => one.email)).toEqual(["nobody@example.com"]);
  });

  it.each(["is_unsubscribed", "is_subscribed"])("may all become %s, unlike other fields", (field) => {
    const mapping = { a: "email", b: field, c: field };
    expect(validateMapping(["a", "b", "c"], mapping)).toMatchObject({ columns: ["email", field, field] });
    expect(validateMapping(["a", "b", "c"], { ...mapping, b: "phone", c: "phone" })).toHaveProperty(
      "problems",
    );
  });

  it("are each read as their header says, and what none of them can be read to say is told", () => {
    const headers = ["email", "Opt-out", "Unsubscribed at", "Newsletter", "Updates"];
    const { read } = compileMapping(
      headers,
      {
        email: "email",
        "Opt-out": "is_unsubscribed",
        "Unsubscribed at": "is_unsubscribed",
        Newsletter: "is_subscribed",
        Updates: "is_subscribed",
      },
      {},
    );
    const said = (...cells: string[]) => {
      const row = read(1, ["a@example.com", ...cells]);
      return "staged" in row && [row.staged.is_unsubscribed, row.unread.map(({ header }) => header)];
    };
    expect(said("no", "", "yes", "yes")).toEqual([false, []]);
    expect(said("yes", "", "yes", "yes")).toEqual([true, []]);
    expect(said("no", "2024-05-03", "yes", "yes")).toEqual([true, []]);
    expect(said("no", "", "yes", "no")).toEqual([true, []]);
    expect(said("hm", "", "yes", "hmm")).toEqual([false, ["Opt-out", "Updates"]]);
    expect(said("hm", "", "no", "hmm")).toEqual([true, []]);
  });

  it("keep their fields beside one that was remembered", () => {
    const fresh = suggestMapping(["email", "Opt-out", "Unsubscribed"], [["a@example.com", "no", "yes"]]);
    const remembered = new Map([
      ["email", "email"],
      ["Opt-out", "is_unsubscribed"],
    ]);
    const recalled = withRemembered(
      fresh,
      { fields: remembered, asks: new Set(), answered: new Set<string>(), isSame: true },
      [],
    );
    expect(recalled.map(({ field }) => field)).toEqual(["email", "is_unsubscribed", "is_unsubscribed"]);
  });

  it("a day of the opt-out beside its flag means nothing more", () => {
    const rows = [
      ["a@example.com", "yes", "2024-05-03"],
      ["b@example.com", "no", ""],
    ];
    const fields = suggestMapping(["email", "Unsubscribed", "Unsubscribed at"], rows).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(["email", "is_unsubscribed", "skip"]);
  });
});
