import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const ROWS = ["a@example.com,Ann,drin", "b@example.com,Bob,raus"].join("\n");
const FILE = `email,First name,Mailverteiler\n${ROWS}\n`;
/** One that is only similar: it has a column more. */
const ALIKE = `email,First name,Mailverteiler,City\n${ROWS.replaceAll("\n", ",Bonn\n")},Ulm\n`;
const OPEN = ["Mailverteiler"];

/** Imports the file; `answer` goes to the draft, `body` to the confirmation. */
async function importOnce(acme: Workspace, { answer, body }: { answer?: string; body?: object }) {
  const { importId, draft } = (await uploadText(acme, FILE)).body;
  expect(draft.questions).toEqual(OPEN);
  const params = { id: importId };
  const columnMapping = { Mailverteiler: answer };
  if (answer) expect((await acme.call(patch, { params, body: { columnMapping } })).status).toBe(200);
  expect((await acme.call(confirm, { params, ...(body && { body }) })).status).toBe(202);
  await settleBackground();
}

const asked = async (acme: Workspace, file: string) => {
  const { draft, remembered } = (await uploadText(acme, file)).body;
  return [remembered, draft.questions, draft.columnMapping.Mailverteiler];
};

describe("a column that is asked about", () => {
  it.each([
    ["without a body", undefined],
    [
      "by a body that says what was suggested",
      { email: "email", "First name": "first_name", Mailverteiler: "skip" },
    ],
    ["by a body that leaves it out", { email: "email", "First name": "first_name" }],
  ])(
    "is asked about again when nobody answered and the import was confirmed %s",
    async (_, columnMapping) => {
      const acme = await newWorkspace();
      await importOnce(acme, columnMapping ? { body: { columnMapping } } : {});
      for (const file of [FILE, ALIKE]) expect(await asked(acme, file)).toEqual([true, OPEN, "skip"]);
    },
  );

  it("is as it was answered, left out too", async () => {
    for (const answer of ["skip", "custom_fields.list"]) {
      const acme = await newWorkspace();
      await importOnce(acme, { answer });
      for (const file of [FILE, ALIKE]) expect(await asked(acme, file)).toEqual([true, [], answer]);
    }
  });

  it.each(["yes,no", "1,0", "x,"])(
    "of %s is asked about again where a file is only similar: the answer was about the other",
    async (values) => {
      const [one, other] = values.split(",");
      const acme = await newWorkspace();
      const of = (file: string) => file.replaceAll("drin", one ?? "").replaceAll("raus", other ?? "");
      const { importId, draft } = (await uploadText(acme, of(FILE))).body;
      expect(draft.questions).toEqual(OPEN);
      const params = { id: importId };
      await acme.call(patch, { params, body: { columnMapping: { Mailverteiler: "custom_fields.list" } } });
      expect((await acme.call(confirm, { params })).status).toBe(202);
      await settleBackground();
      expect(await asked(acme, of(FILE))).toEqual([true, [], "custom_fields.list"]);
      expect(await asked(acme, of(ALIKE))).toEqual([true, OPEN, "custom_fields.list"]);
    },
  );

  it("is asked about again once its cells say by themselves that somebody left", async () => {
    const acme = await newWorkspace();
    await importOnce(acme, { answer: "custom_fields.list" });
    expect(await asked(acme, FILE.replace("raus", "no emails please"))).toEqual([
      true,
      OPEN,
      "custom_fields.list",
    ]);
  });

  it("is answered by a confirmation that maps it to something else than was suggested", async () => {
    const acme = await newWorkspace();
    await importOnce(acme, {
      body: { columnMapping: { email: "email", Mailverteiler: "custom_fields.list" } },
    });
    expect(await asked(acme, FILE)).toEqual([true, [], "custom_fields.list"]);
  });

  it("and answered before is still so when a later import is confirmed as remembered", async () => {
    const acme = await newWorkspace();
    await importOnce(acme, { answer: "skip" });
    const { importId } = (await uploadText(acme, FILE)).body;
    expect((await acme.call(confirm, { params: { id: importId } })).status).toBe(202);
    await settleBackground();
    expect(await asked(acme, FILE)).toEqual([true, [], "skip"]);
  });
});

describe("a column that nobody was asked about", () => {
  /** What is asked of a file when one with the first cell was imported, then one with both. */
  async function askedAfter(header: string, first: string[], later: string[], answer?: string) {
    const acme = await newWorkspace();
    const fileOf = (cells: string[]) =>
      `Name,Email,${header}\n${cells.map((cell, n) => `Ann ${"abc"[n % 3]},p${n}@example.com,${cell}`).join("\n")}\n`;
    const take = async (cells: string[], columnMapping?: object) => {
      const { importId, draft, remembered } = (await uploadText(acme, fileOf(cells))).body;
      const params = { id: importId };
      if (columnMapping) await acme.call(patch, { params, body: { columnMapping } });
      expect((await acme.call(confirm, { params })).status).toBe(202);
      await settleBackground();
      return [remembered, draft.questions];
    };
    const mapping = answer === undefined ? undefined : { [header]: answer };
    expect(await take(first, mapping)).toEqual([false, []]);
    return take(later);
  }

  it.each([
    ["Notes", undefined, ["likes tea"], ["likes tea", "please unsubscribe me"]],
    ["Tags", undefined, ["vip", "new"], ["vip", "unsubscribed"]],
    ["Status", "custom_fields.Status", ["Gold", "Silver", "Gold"], ["Gold", "unsubscribed", "Gold"]],
    ["Consent", undefined, ["yes", "no", "yes"], ["yes", "no", "K"]],
    ["Newsletter", "skip", ["yes", "yes", "yes"], ["yes", "no", "yes"]],
    ["Newsletter", "custom_fields.NL", ["yes", "yes", "yes"], ["yes", "unsubscribed", "yes"]],
    ["Unsubscribed", "custom_fields.Out", ["no", "no", "no"], ["no", "yes", "no"]],
    ["Consent", undefined, ["yes", "no", "yes"], ["yes", "no", "revoked 2023-04-05"]],
  ])("%s (%s): is, once it says that somebody left: %j, %j", async (header, answer, first, later) => {
    expect(await askedAfter(header, first, later, answer)).toEqual([true, [header]]);
    expect(await askedAfter(header, first, first, answer)).toEqual([true, []]);
  });

  it("is, once a name says so", async () => {
    const acme = await newWorkspace();
    const importOf = async (name: string) => {
      const { importId, draft } = (await uploadText(acme, `Name,Email\n${name},bo@example.com\n`)).body;
      await acme.call(confirm, { params: { id: importId } });
      await settleBackground();
      return draft.questions;
    };
    expect(await importOf("Bo Diddley")).toEqual([]);
    expect(await importOf("Bo (unsubscribed)")).toEqual(["Name"]);
  });
});
