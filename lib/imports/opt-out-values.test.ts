import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as readErrors } from "@/app/api/imports/[id]/errors/route";
import { PATCH as change } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const FILE = `email,Newsletter
ada@example.com,K
bob@example.com,j
eve@example.com,k
ida@example.com,済
joe@example.com,yes
kim@example.com,
`;
const columnMapping = { email: "email", Newsletter: "is_subscribed" };

async function unsubscribed(acme: Workspace): Promise<string[]> {
  const rows = await pg()<{ email: string }[]>`
    select email from contacts where workspace_id = ${acme.id} and is_unsubscribed order by email`;
  return rows.map(({ email }) => email.split("@")[0] ?? "");
}

const check = async (acme: Workspace, id: string, optOutValues: object) =>
  (await acme.call(dryRun, { params: { id }, body: { columnMapping, optOutValues } })).body;

describe("what a value means", () => {
  it("is said by value, in any case, and then read by dry run and import alike", async () => {
    const acme = await newWorkspace();
    const { importId } = (await uploadText(acme, FILE)).body;
    expect(await check(acme, importId, {})).toMatchObject({ unsubscribe: 0, unread_consent: { rows: 3 } });
    const told = { Newsletter: { out: ["K"], not: ["J"] } };
    const found = await check(acme, importId, told);
    expect(found.unsubscribe).toBe(2);
    expect(found.unread_consent).toEqual({
      rows: 1,
      values: [{ header: "Newsletter", value: "済", rows: 1 }],
    });
    const { id } = await importText(acme, FILE, { columnMapping, optOutValues: told });
    expect(await unsubscribed(acme)).toEqual(["ada", "eve"]);
    const [row] = await pg()`select options from imports where workspace_id = ${acme.id} and id = ${id}`;
    // Cells may contain names; a completed import does not need them.
    expect(row?.options).not.toHaveProperty("optOutValues");
    expect((await acme.call(undo, { params: { id } })).status).toBe(200);
    await settleBackground();
    expect(await unsubscribed(acme)).toEqual([]);
  });

  it("is said of all others that cannot be read, never of an empty cell", async () => {
    const acme = await newWorkspace();
    await importText(acme, FILE, {
      columnMapping,
      optOutValues: { Newsletter: { not: ["j"], others: "out" } },
    });
    expect(await unsubscribed(acme)).toEqual(["ada", "eve", "ida"]);
  });

  it("wins over what Kith would read, and counts in a row that fails", async () => {
    const acme = await newWorkspace();
    const file = "email,Opt-out,name\na@example.com,-1,A\nb@example.com,1,B\nc@example.com,V,C\0\n";
    const { id } = await importText(acme, file, {
      columnMapping: { email: "email", "Opt-out": "is_unsubscribed", name: "first_name" },
      optOutValues: { "Opt-out": { not: ["-1"], out: ["v"] } },
    });
    expect(await unsubscribed(acme)).toEqual(["b"]);
    const { data } = (await acme.call(readErrors, { params: { id } })).body;
    expect(data).toMatchObject([{ code: "nul_character", opted_out: true }]);
    await importText(acme, "email\nc@example.com\n");
    expect(await unsubscribed(acme)).toEqual(["b", "c"]);
  });

  it("is the whole of a long text: those that begin alike may end otherwise", async () => {
    const acme = await newWorkspace();
    const begin = "Telefonat am 12.03.2024 mit Frau Mueller, Rueckruf zugesagt, Kunde ist seit 2011 ";
    const file = `email,Newsletter\na@example.com,"${begin}zufrieden"\nb@example.com,"${begin}ohne Post"\n`;
    const { importId, suggestions } = (await uploadText(acme, file)).body;
    const { values } = (await check(acme, importId, {})).unread_consent;
    const names = values.map(({ value }: { value: string }) => value);
    expect(names).toEqual([expect.stringMatching(/zufrieden$/), expect.stringMatching(/ohne Post$/)]);
    expect(suggestions[1].unread).toEqual(names);
    await importText(acme, file, { columnMapping, optOutValues: { Newsletter: { out: [names[1]] } } });
    expect(await unsubscribed(acme)).toEqual(["b"]);
  });

  it.each([
    ["a formula for a text", '"=""K"""', "a"],
    ["a formula's guard", "'-1x", "a"],
    ["a NUL", "K\0", "a"],
    ["no more than blanks", "\u200b", null],
  ])("is called as it is read: %s", async (_, cell, out) => {
    const acme = await newWorkspace();
    const file = `email,Newsletter\na@example.com,${cell}\nb@example.com,yes\n`;
    const { importId, suggestions } = (await uploadText(acme, file)).body;
    const { rows, values } = (await check(acme, importId, {})).unread_consent;
    expect(rows).toBe(out === null ? 0 : 1);
    const name = values[0]?.value ?? "";
    if (out !== null && !cell.includes("\0")) expect(suggestions[1].unread).toEqual([name]);
    const said = out === null ? { others: "out" } : { out: [name] };
    expect(await check(acme, importId, { Newsletter: said })).toMatchObject({
      unsubscribe: out === null ? 0 : 1,
      unread_consent: { rows: 0 },
    });
  });

  it("counts where surplus cells have moved it, and where it says nothing else", async () => {
    const acme = await newWorkspace();
    const file = "email,Company,Newsletter\nc@example.com,Foo, Inc.,nein\nd@example.com,Baz,ja\n";
    await importText(acme, file, { columnMapping: { ...columnMapping, Company: "company" } });
    await importText(acme, "email\nc@example.com\n");
    expect(await unsubscribed(acme)).toEqual(["c"]);
  });

  it("is a long text by its beginning and end, and whatever signs it has", async () => {
    const acme = await newWorkspace();
    const long = `${"Sie möchte 🤷 ".repeat(7)}nie wieder`;
    const file = `email,Newsletter\na@example.com,"${long}"\nb@example.com,🤷\n`;
    const { importId } = (await uploadText(acme, file)).body;
    const { values } = (await check(acme, importId, {})).unread_consent;
    const out = values.map(({ value }: { value: string }) => value);
    expect(out).toHaveLength(2);
    await importText(acme, file, { columnMapping, optOutValues: { Newsletter: { out } } });
    expect(await unsubscribed(acme)).toEqual(["a", "b"]);
  });
});

describe("a list of people who opted out", () => {
  const LIST = "Unsubscribed emails\nada@example.com\nbob@example.com\nnobody\n";

  it("unsubscribes all of them when it is told to be one, and is not taken for one the next time", async () => {
    const acme = await newWorkspace();
    await importText(acme, "email\nada@example.com\nkim@example.com\n");
    const { importId: id, draft } = (await uploadText(acme, LIST)).body;
    expect(draft.questions).toEqual(["Unsubscribed emails"]);
    const body = { options: { allOptedOut: true } };
    expect((await acme.call(change, { params: { id }, body })).body.draft).toMatchObject({
      questions: [],
      options: { allOptedOut: true },
    });
    expect((await acme.call(dryRun, { params: { id } })).body).toMatchObject({ unsubscribe: 2, fail: 1 });
    expect((await acme.call(confirm, { params: { id } })).status).toBe(202);
    await settleBackground();
    expect(await unsubscribed(acme)).toEqual(["ada", "bob"]);
    const next = (await uploadText(acme, LIST.replace("ada", "eve"))).body;
    expect(next.draft).toMatchObject({
      questions: ["Unsubscribed emails"],
      options: { allOptedOut: false },
    });
    expect((await acme.call(undo, { params: { id } })).body).toMatchObject({ removed: 1, restored: 1 });
    expect(await unsubscribed(acme)).toEqual([]);
  });

  it("counts in rows that fail, and takes the answer back", async () => {
    const acme = await newWorkspace();
    const file = "Unsubscribed emails,Seats\nada@example.com,many\n";
    const { importId: id } = (await uploadText(acme, file)).body;
    const columnMapping = { "Unsubscribed emails": "email", Seats: "custom_fields.Seats" };
    const body = {
      columnMapping,
      columnTypes: { Seats: { type: "number", format: "dot" } },
      allOptedOut: true,
    };
    expect((await acme.call(dryRun, { params: { id }, body })).body).toMatchObject({
      fail: 1,
      failed_opt_outs: 1,
    });
    for (const allOptedOut of [true, false]) {
      const { draft } = (await acme.call(change, { params: { id }, body: { options: { allOptedOut } } }))
        .body;
      expect(draft.questions).toHaveLength(allOptedOut ? 0 : 1);
    }
  });
});

describe("what was said of one file", () => {
  const next = async (acme: Workspace, text: string, filename = "next.csv") =>
    (await uploadText(acme, text, filename)).body.draft.questions;

  it("is asked of the next one with these columns: who had opted out", async () => {
    for (const chosen of [{}, { columnMapping: { "E-Mail": "email", Vorname: "first_name" } }]) {
      const acme = await newWorkspace();
      const file = "E-Mail;Vorname\na(at)example.com;A\nb@example.com;B\n";
      const { importId: id } = (await uploadText(acme, file)).body;
      await acme.call(change, { params: { id }, body: { ...chosen, options: { allOptedOut: true } } });
      await acme.call(confirm, { params: { id } });
      await settleBackground();
      const { response } = await acme.call(readErrors, { params: { id }, query: { format: "csv" } });
      const rejected = Buffer.from(await response.arrayBuffer()).toString("utf8");
      expect(await next(acme, rejected.replace("(at)", "@"), "x.csv")).toEqual(["E-Mail"]);
      expect(await next(acme, file)).toEqual(["E-Mail"]);
      // With another answer, it is an ordinary file.
      await importText(acme, file, { columnMapping: { "E-Mail": "email", Vorname: "first_name" } });
      expect(await next(acme, file)).toEqual([]);
    }
  });

  it("is asked of the next one with these columns: what values mean, also of those that can be read", async () => {
    const acme = await newWorkspace();
    const file = "email;Newsletter\nd@example.com;1\ne@example.com;0\n";
    const optOutValues = { Newsletter: { out: ["1"], not: ["0"] } };
    await importText(acme, file, { columnMapping, optOutValues });
    expect(await unsubscribed(acme)).toEqual(["d"]);
    expect(await next(acme, file)).toEqual(["Newsletter"]);
  });
});

describe("a row that is skipped", () => {
  it("counts as said by its address where its id is that of somebody else", async () => {
    const acme = await newWorkspace();
    await importText(acme, "id,email\n7,a@example.com\n,b@example.com\n", {
      columnMapping: { id: "external_id", email: "email" },
    });
    await importText(acme, "id,email,out\n7,b@example.com,yes\n", {
      columnMapping: { id: "external_id", email: "email", out: "is_unsubscribed" },
      duplicateStrategy: "skip",
    });
    expect(await unsubscribed(acme)).toEqual(["b"]);
  });

  it("is counted when it says so of nobody who is here", async () => {
    const acme = await newWorkspace();
    await importText(acme, "email\na@example.com\n");
    const { importId: id } = (await uploadText(acme, "email,out\na@example.com,yes\nn@example.com,yes\n"))
      .body;
    const body = {
      columnMapping: { email: "email", out: "is_unsubscribed" },
      duplicateStrategy: "update_only",
    };
    expect((await acme.call(dryRun, { params: { id }, body })).body).toMatchObject({
      unsubscribe: 1,
      skip: 1,
      skipped_opt_outs: 1,
    });
  });
});

describe("the draft of an import", () => {
  const patch = (acme: Workspace, id: string, optOutValues: object) =>
    acme.call(change, { params: { id }, body: { options: { optOutValues } } });

  it("asks no more once every value that it names was explained", async () => {
    const acme = await newWorkspace();
    const upload = (await uploadText(acme, FILE)).body;
    expect(upload.draft.questions).toEqual(["Newsletter"]);
    const { importId: id } = upload;
    const half = await patch(acme, id, { Newsletter: { out: ["K"] } });
    expect(half.body.draft.questions).toEqual(["Newsletter"]);
    const told = { Newsletter: { out: ["K", "済"], not: ["j", ""] } };
    const whole = await patch(acme, id, told);
    expect(whole.body.draft).toMatchObject({ questions: [], options: { optOutValues: told } });
    const others = await patch(acme, id, { Newsletter: { not: [""], others: "not" } });
    expect(others.body.draft.questions).toEqual([]);
    const none = await patch(acme, id, { Newsletter: {} });
    expect(none.body.draft).toMatchObject({ questions: ["Newsletter"], options: { optOutValues: {} } });
  });

  it("takes values only of columns that say who opted out, and forgets them when one is mapped elsewhere", async () => {
    const acme = await newWorkspace();
    const { importId: id } = (await uploadText(acme, FILE)).body;
    const params = { id };
    const told = { Newsletter: { out: ["K"] } };
    await patch(acme, id, told);
    const moved = await acme.call(change, { params, body: { columnMapping: { Newsletter: "tags" } } });
    expect(moved.body.draft.options.optOutValues).toEqual({});
    const refused = await patch(acme, id, told);
    expect(refused.body).toMatchObject({ code: "VALIDATION_ERROR", details: [{ code: "not_consent" }] });
    const body = { columnMapping: { email: "email", Newsletter: "tags" }, optOutValues: told };
    expect((await acme.call(confirm, { params, body })).body.details).toMatchObject([
      { code: "not_consent", path: ["optOutValues", "Newsletter"] },
    ]);
    const both = { columnMapping: { Newsletter: "is_subscribed" }, options: { optOutValues: told } };
    expect((await acme.call(change, { params, body: both })).status).toBe(200);
  });

  it("makes a change that was looked at before another one", async () => {
    const acme = await newWorkspace();
    const { importId: id } = (await uploadText(acme, FILE)).body;
    const { etag } = (await acme.call(dryRun, { params: { id } })).body;
    await patch(acme, id, { Newsletter: { others: "out" } });
    expect((await acme.call(confirm, { params: { id }, query: { etag } })).status).toBe(409);
  });

  it("refuses a column that is not there, a value in both lists, and one that cannot be a cell", async () => {
    const acme = await newWorkspace();
    const { importId: id } = (await uploadText(acme, FILE)).body;
    for (const values of [
      { Other: { out: ["K"] } },
      { Newsletter: { out: ["K"], not: ["k"] } },
      { Newsletter: { out: ["x".repeat(81)] } },
      { Newsletter: { out: ["\0"] } },
      { Newsletter: { out: Array.from({ length: 201 }, (_, n) => `v${n}`) } },
    ]) {
      const answer = await patch(acme, id, values);
      expect([answer.status, answer.body.code], JSON.stringify(values).slice(0, 60)).toEqual([
        400,
        "VALIDATION_ERROR",
      ]);
      const body = { columnMapping, optOutValues: values };
      expect((await acme.call(dryRun, { params: { id }, body })).status).toBe(400);
    }
  });
});
