import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { POST as upload } from "@/app/api/imports/route";
import { settleBackground } from "@/lib/http/background";
import { cpuMs } from "@/lib/testing/cpu";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { refuseLineEnds } from "./dialect-binary";

it.each(["\0", "\ud800", "a\udc00", "\ude00\ud83d"])(
  "the key %j of a custom field is refused by the dry run and by confirming, and the import stays pending",
  async (key) => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, "email,plan\nada@example.com,pro\n");
    const params = { id: body.importId };
    const plan = (name: string) => ({ columnMapping: { email: "email", plan: `custom_fields.${name}` } });
    for (const handler of [dryRun, confirm]) {
      const answer = await acme.call(handler, { params, body: plan(key) });
      expect([answer.status, answer.body.details?.[0]?.code]).toEqual([400, "bad_custom_field"]);
    }
    expect((await acme.call(confirm, { params, body: plan("plan 😀") })).status).toBe(202);
    await settleBackground();
  },
);

it.each(["a\0b.csv", "\ud800.csv", "a b.csv", "../b.csv", ".csv", "", "a..b.csv"])(
  "a reference to an uploaded file named %j, which no file store has, is not found",
  async (name) => {
    const acme = await newWorkspace();
    const body = { pathname: `imports/${acme.id}/${name}`, filename: "people.csv" };
    const answer = await acme.call(upload, { body });
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  },
);

it.each(["\u2028", "\u2029", "\u0085", "\x1e", "\x1f", "\x1d", "\x1c", "\v", "\f"])(
  "a file whose lines end in %j alone is refused, and says why",
  async (end) => {
    const acme = await newWorkspace();
    const wide = ["email,name", "ada@example.com,Ada", "bo@example.com,Bo"].join(end);
    for (const text of [wide, `email${end}ada@example.com${end}`, `email${end}ada@example.com${end}\n`]) {
      const answer = await uploadText(acme, text);
      expect([answer.status, answer.body.details]).toMatchObject([415, { reason: "line_ends" }]);
    }
  },
);

it.each(["Jörg", "山田", "Юлия"])("letters that came damaged are shown: %s", async (name) => {
  const acme = await newWorkspace();
  const twice = Buffer.from(Buffer.from(name).toString("latin1"));
  const text = Buffer.concat([Buffer.from("email,first_name\nada@example.com,"), twice, Buffer.from("\n")]);
  const damaged = await uploadText(acme, text);
  expect(damaged.body.warnings).toMatchObject([{ code: "damaged_text" }]);
  const proper = await uploadText(acme, `email,first_name\nada@example.com,${name}\n`);
  expect(proper.body.warnings).toEqual([]);
});

it("rows of another table above the head are named", async () => {
  const acme = await newWorkspace();
  const text = [
    ["Email,First Name,Unsubscribed", "ada@example.com,Ada,yes"],
    ["Email;First Name;Unsubscribed", "bo@example.com;Bo;no", "cy@example.com;Cy;no", ""],
  ].flat();
  const { body } = await uploadText(acme, text.join("\n"));
  expect(body.warnings).toMatchObject([{ code: "rows_above" }]);
  const titled = await uploadText(acme, `Made by ada@example.com\n${text.slice(2).join("\n")}`);
  expect(titled.body.warnings).toEqual([]);
});

it.each(["Unsubscribed", "Abgemeldete Kontakte:"])("“%s” between the rows is asked about", async (title) => {
  const acme = await newWorkspace();
  const rows = ["Email,First Name", "bo@example.com,Bo", title, "ada@example.com,Ada", ""];
  const { body } = await uploadText(acme, rows.join("\n"));
  expect(body.draft.questions).toEqual(["Email"]);
});

it.each(["\n", "\r", "\0"])("a cell of nothing but %j takes no time", async (end) => {
  const head = Buffer.from(`email,notes ada@example.com,"${end.repeat(60_000)}" x`);
  expect(await cpuMs(() => refuseLineEnds(head))).toBeLessThan(300);
});
