import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { GET as listImports } from "@/app/api/imports/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const FILE = "E-mail,Vorname,Abo-Ende,Ort\nada@example.com,Ada,Ja,London\nbob@example.com,Bob,,Rom\n";

async function pending(text: string | Buffer = FILE) {
  const acme = await newWorkspace();
  const { importId } = (await uploadText(acme, text)).body;
  const params = { id: importId };
  return {
    acme,
    params,
    patch: (body: unknown) => acme.call(patch, { params, body }),
    draft: async () => (await acme.call(getImport, { params })).body.draft,
    preview: async () => (await acme.call(preview, { params })).body,
    dryRun: (body?: unknown) => acme.call(dryRun, { params, body }),
    confirm: async (body?: unknown) => {
      const answer = await acme.call(confirm, { params, body });
      await settleBackground();
      return answer;
    },
  };
}

const UNSAID = {
  ...{ emptyCells: "keep", tagIds: [], rules: {}, leaveOut: { rows: [], kinds: [] } },
  ...{ optOutValues: {}, allOptedOut: false },
};

describe("the draft of a pending import", () => {
  it("begins with the suggestions, and says so in the import and in its preview", async () => {
    const one = await pending();
    const draft = await one.draft();
    expect(draft).toMatchObject({
      version: 0,
      columnMapping: { "E-mail": "email", Vorname: "first_name", Ort: "custom_fields.Ort" },
      options: { ...UNSAID, duplicateStrategy: "update" },
      dialect: {
        encoding: null,
        delimiter: null,
        quote: null,
        escape: null,
        headerRow: null,
        missingValues: null,
      },
    });
    expect((await one.preview()).draft).toEqual(draft);
  });

  it("is changed column by column, so that two tabs do not take from each other", async () => {
    const one = await pending();
    const [first, second] = await Promise.all([
      one.patch({ columnMapping: { "Abo-Ende": "is_unsubscribed" } }),
      one.patch({ columnMapping: { Ort: "custom_fields.Ort" } }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    await one.patch({ options: { duplicateStrategy: "skip" } });
    const draft = await one.draft();
    expect(draft.columnMapping).toEqual({
      "E-mail": "email",
      Vorname: "first_name",
      "Abo-Ende": "is_unsubscribed",
      Ort: "custom_fields.Ort",
    });
    expect(draft.options).toEqual({ ...UNSAID, duplicateStrategy: "skip" });
    expect(draft.version).toBe(3);
    expect((await one.preview()).draft).toEqual(draft);
  });

  it("refuses a change that was decided on another version, unless it is just what the draft says", async () => {
    const one = await pending();
    const answers = await Promise.all(
      ["is_unsubscribed", "is_subscribed"].map((field) =>
        one.patch({ columnMapping: { "Abo-Ende": field }, draftVersion: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { columnMapping, version } = await one.draft();
    expect(version).toBe(1);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: "CONFLICT", details: { draft_version: 1 } });
    const kept = answers.find(({ status }) => status === 200)?.body.draft;
    expect(columnMapping).toEqual(kept.columnMapping);
    const again = { columnMapping: { "Abo-Ende": columnMapping["Abo-Ende"] }, draftVersion: 0 };
    expect((await one.patch(again)).status).toBe(200);
    const said = { columnMapping: { "Abo-Ende": "is_unsubscribed" }, options: { emptyCells: "clear" } };
    expect((await one.patch({ ...said, draftVersion: 1 })).body.draft).toMatchObject({ version: 2 });
  });

  it("is what confirming and trying out without a body use", async () => {
    const one = await pending();
    await one.patch({ columnMapping: { "Abo-Ende": "is_unsubscribed", Ort: "custom_fields.Ort" } });
    const tried = await one.dryRun();
    expect(tried.body).toMatchObject({ create: 2, fail: 0 });
    expect(tried.body.samples[0].after).toMatchObject({
      is_unsubscribed: true,
      custom_fields: { Ort: "London" },
    });
    expect((await one.confirm()).status).toBe(202);
    const people = await contactsOf(one.acme);
    expect(people.get("ada@example.com")).toMatchObject({
      is_unsubscribed: true,
      custom_fields: { Ort: "London" },
    });
    expect(people.get("bob@example.com")).toMatchObject({ is_unsubscribed: false });
  });

  it("gives way to the body of a confirmation, whole", async () => {
    const one = await pending();
    await one.patch({ columnMapping: { "Abo-Ende": "is_unsubscribed" }, dialect: { headerRow: 0 } });
    expect((await one.confirm({ columnMapping: { "E-mail": "email" } })).status).toBe(202);
    const people = await contactsOf(one.acme);
    expect([...people.keys()].sort()).toEqual(["ada@example.com", "bob@example.com"]);
    expect(people.get("ada@example.com")).toMatchObject({ is_unsubscribed: false, first_name: "ada" });
  });

  it("is over with the confirmation", async () => {
    const one = await pending();
    await one.confirm();
    const late = await one.patch({ options: { emptyCells: "clear" } });
    expect([late.status, late.body.code]).toEqual([409, "IMPORT_NOT_PENDING"]);
    expect(await one.draft()).toBeNull();
    expect((await one.confirm()).body.code).toBe("IMPORT_NOT_PENDING");
  });

  it("may be unfinished, which only confirming minds", async () => {
    const one = await pending();
    expect((await one.patch({ columnMapping: { "E-mail": null } })).status).toBe(200);
    expect((await one.draft()).columnMapping["E-mail"]).toBe("skip");
    expect((await one.patch({ columnMapping: { Ort: "first_name" } })).status).toBe(200);
    for (const answer of [await one.confirm(), await one.dryRun()]) {
      expect(answer.status).toBe(400);
      expect(answer.body.details.map((problem: { code: string }) => problem.code).sort()).toEqual([
        "email_missing",
        "field_twice",
      ]);
    }
  });

  it("refuses what confirming would refuse, and then changes nothing", async () => {
    const one = await pending();
    const answer = await one.patch({
      columnMapping: { Nobody: "email", Ort: "shoe_size", Vorname: "custom_fields." },
      options: { tagIds: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"], emptyCells: "keep" },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path }: { path: string[] }) => path.join("."))).toEqual([
      "columnMapping.Nobody",
      "columnMapping.Ort",
      "columnMapping.Vorname",
      "options.tagIds.0",
    ]);
    for (const bad of [
      { dialect: { encoding: "klingon" } },
      { dialect: { delimiter: ";;" } },
      { dialect: { headerRow: -1 } },
      { options: { emptyCells: "burn" } },
      { columnMapping: [] },
    ])
      expect((await one.patch(bad)).status, JSON.stringify(bad)).toBe(400);
    expect((await one.draft()).version).toBe(0);
  });

  it("reads the file as it says, until it says otherwise", async () => {
    const one = await pending("Report\nE-mail;Name\nada@example.com;Ada\n");
    expect((await one.patch({ dialect: { headerRow: 0 } })).status).toBe(200);
    expect(await one.preview()).toMatchObject({
      headerRow: 0,
      delimiter: ";",
      preview: { headers: ["Column 1", "Column 2"], totalRows: 3 },
      draft: { dialect: { headerRow: 0, delimiter: null } },
    });
    const { body } = await one.acme.call(getImport, { params: one.params });
    expect(body.total_rows).toBe(3);
    const [listed] = (await one.acme.call(listImports)).body.data;
    expect(listed).toEqual({ ...body, draft: null });
    await one.patch({ dialect: { headerRow: null } });
    expect(await one.preview()).toMatchObject({ headerRow: 2, preview: { totalRows: 1 } });
  });

  it("keeps what was chosen for the columns that another reading leaves", async () => {
    const one = await pending("E-mail,Ort\nE-mail,Stadt\nada@example.com,London\n");
    await one.patch({ dialect: { headerRow: 1 } });
    await one.patch({ columnMapping: { "E-mail": "email", Ort: "custom_fields.Ort" } });
    const { body } = await one.patch({ dialect: { headerRow: 2 } });
    expect(body.draft.columnMapping).toEqual({ "E-mail": "email", Stadt: "custom_fields.Stadt" });
    expect((await one.patch({ dialect: { headerRow: 1 } })).body.draft.columnMapping).toEqual({
      "E-mail": "email",
      Ort: "custom_fields.Ort",
    });
  });

  it("keeps the types of the columns when a choice of how to read the file is taken back", async () => {
    const rows = ["ada@x.example;2019-02-01;1.234,50;Ja;NULL", "bob@x.example;2020-03-15;99,90;Nein;2"];
    const one = await pending(`E-Mail;Kunde seit;Umsatz;VIP;Kinder\n${rows.join("\n")}\n`);
    const types = async () => (await one.draft()).columnTypes;
    const detected = await types();
    expect(detected).toMatchObject({
      "Kunde seit": { type: "date" },
      Umsatz: { type: "number", format: "comma" },
      VIP: { type: "boolean" },
    });
    await one.patch({ dialect: { delimiter: "," } });
    await one.patch({ dialect: { delimiter: ";" } });
    expect(await types()).toEqual(detected);
    await one.patch({ dialect: { missingValues: "text" } });
    expect(await types()).toEqual({ ...detected, Kinder: { type: "text" } });
    await one.patch({ dialect: { missingValues: "empty" } });
    expect(await types()).toMatchObject({ ...detected, Kinder: { type: "number" } });
  });

  it("shows what is in the columns though an encoding that was chosen damages them", async () => {
    const rows = [1, 2, 3, 4, 5, 6].map(
      (n) => `p${n}@x.example;M\u00fcller;0${n}.02.2019;${n % 2 ? "Ja" : "Nein"}`,
    );
    const text = `E-Mail;Name;Geburtstag;VIP\n${rows.join("\n")}\nada@x.example;Bo;15.03.2020;Ja\n`;
    const one = await pending(Buffer.from(text, "latin1"));
    const detected = await one.draft();
    await one.patch({ dialect: { encoding: "utf-8" } });
    const { draft, preview: shown, warnings, encodingCandidates } = await one.preview();
    expect(warnings).toMatchObject([{ code: "damaged_text" }]);
    const sample = (encoding: string) =>
      encodingCandidates.find((each: { encoding: string }) => each.encoding === encoding)?.samples[0];
    expect(sample("utf-8")).toMatchObject({ text: "M\ufffdller", line: 2, column: "Name" });
    expect(sample("windows-1252")).toMatchObject({ text: "M\u00fcller" });
    expect(draft.columnMapping).toEqual(detected.columnMapping);
    expect(draft.columnTypes).toEqual(detected.columnTypes);
    expect(shown.rows[0]).toEqual(["p1@x.example", "M\ufffdller", "01.02.2019", "Ja"]);
  });

  it("does not pile up the columns of every reading there was", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `E-mail,Ort ${n},Plz ${n}`);
    const one = await pending(`${rows.join("\n")}\nada@example.com,London,1\n`);
    for (let headerRow = 1; headerRow <= 40; headerRow++) {
      const { body } = await one.patch({ dialect: { headerRow } });
      const own = Object.keys(body.draft.columnMapping).filter((header) => header !== "E-mail");
      await one.patch({ columnMapping: Object.fromEntries(own.map((key) => [key, `custom_fields.${key}`])) });
    }
    const [row] = await pg()<{ headers: number }[]>`
      select count(*)::int as headers from imports, jsonb_object_keys(draft -> 'mapping')
      where workspace_id = ${one.acme.id}`;
    expect(row?.headers).toBeGreaterThanOrEqual(4);
    expect(row?.headers).toBeLessThanOrEqual(7);
    const { body } = await one.patch({ dialect: { headerRow: 39 } });
    expect(body.draft.columnMapping["Ort 38"]).toBe("custom_fields.Ort 38");
  });

  it("forgets a tag that is deleted", async () => {
    const one = await pending();
    const tag = (await one.acme.call(createTag, { body: { name: "spring" } })).body;
    await one.patch({ options: { tagIds: [tag.id] } });
    expect((await one.draft()).options.tagIds).toEqual([tag.id]);
    await one.acme.call(deleteTag, { params: { id: tag.id } });
    expect((await one.draft()).options.tagIds).toEqual([]);
    expect((await one.confirm()).status).toBe(202);
  });

  it("refuses a confirmation of what another tab has changed since", async () => {
    const one = await pending();
    const shown = await one.draft();
    await one.patch({ columnMapping: { "Abo-Ende": "is_unsubscribed" } });
    const body = { columnMapping: shown.columnMapping, draftVersion: shown.version };
    const stale = await one.confirm(body);
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([
      409,
      "CONFLICT",
      { draft_version: 1 },
    ]);
    const again = await one.draft();
    expect((await one.confirm({ ...body, draftVersion: again.version })).status).toBe(202);
  });

  it("belongs to its workspace", async () => {
    const one = await pending();
    const other = await newWorkspace();
    expect((await other.call(patch, { params: one.params, body: { options: {} } })).status).toBe(404);
  });
});

it("takes an empty body for none, and a body that is no JSON for a mistake", async () => {
  const one = await pending();
  const asked = { params: one.params, body: "", headers: { "content-type": "application/json" } };
  expect((await one.acme.call(dryRun, asked)).status).toBe(200);
  expect((await one.acme.call(dryRun, { ...asked, body: "{" })).body.code).toBe("INVALID_JSON");
  expect((await one.confirm({})).status).toBe(400);
  expect((await one.confirm(null)).status).toBe(400);
});
