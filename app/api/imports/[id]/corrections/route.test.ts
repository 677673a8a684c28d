import { describe, expect, it } from "vitest";
import { GET as changes } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as errors } from "@/app/api/imports/[id]/errors/route";
import { PATCH as patchDraft } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { LIMITS } from "@/lib/limits";
import { batchesOf, contactsOf, endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { DELETE, GET, PATCH } from "./route";

batchesOf(4);

const BAD = {
  3: "clara(at)example.com",
  5: '"eva@example.com; eva@example.org"',
  8: "hans (at) example.com",
  9: "nobody",
};
const addressOf = (n: number) => BAD[n as keyof typeof BAD] ?? `p${n}@example.com`;
const FILE = [
  "Mail;Vorname;Firma",
  ...Array.from({ length: 12 }, (_, n) => `${addressOf(n + 1)};P${n + 1};F`),
  '"x@example.com;"Stray;F',
  "",
].join("\n");
const AT_SIGN = { code: "email_invalid", column: "Mail", proposal: "at_sign" };

async function pending(text = FILE) {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  return {
    acme,
    params,
    correct: (body: unknown) => acme.call(PATCH, { params, body }),
    shown: async () => (await acme.call(GET, { params })).body,
    changes: async (query: Record<string, string> = {}) => (await acme.call(changes, { params, query })).body,
    dryRun: async (body?: unknown) => (await acme.call(dryRun, { params, body })).body,
    run: async (body?: unknown, query: Record<string, string> = {}) => {
      const answer = await acme.call(confirm, { params, body, query });
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      return endOf(acme, params);
    },
  };
}

/** All five, one in each way. */
const MENDED = {
  rows: [
    { row: 5, proposal: "first_address" },
    { row: 9, cells: { "0": "nobody@example.com" } },
    { row: 13, cells: { "0": "x@example.com", "1": "Stray", "2": "F" } },
  ],
  rules: [AT_SIGN],
};

it("a cell has one name: a second one of the same would win or lose unseen", async () => {
  const one = await pending();
  const asked = await one.correct({ rows: [{ row: 9, cells: { "00": "nobody@example.com" } }] });
  expect([asked.status, asked.body.details?.[0]?.path]).toEqual([400, ["rows", 0, "cells", "00"]]);
});

describe("what is rejected", () => {
  it("is told by reason, with what would mend it, and listed by it", async () => {
    const one = await pending();
    const { reasons } = await one.changes();
    expect(reasons).toEqual([
      {
        code: "email_invalid",
        column: "Mail",
        rows: 4,
        proposals: [
          { proposal: "at_sign", rows: 2 },
          { proposal: "first_address", rows: 1 },
        ],
      },
      expect.objectContaining({ code: "unbalanced_quote", column: null, rows: 1 }),
    ]);
    const listed = await one.changes({ code: "email_invalid", column: "Mail", limit: "3" });
    expect(listed.total).toBe(4);
    expect(listed.data.map(({ line }: { line: number }) => line)).toEqual([4, 6, 9]);
    expect(listed.data[0].error.proposals).toEqual([{ proposal: "at_sign", value: "clara@example.com" }]);
    const rest = await one.changes({ code: "email_invalid", column: "Mail", cursor: listed.nextCursor });
    expect(rest.data.map(({ row }: { row: number }) => row)).toEqual([9]);
    const whole = await one.changes({ code: "unbalanced_quote" });
    expect(whole.data.map(({ line }: { line: number }) => line)).toEqual([14]);
  });
});

describe("rows that were corrected", () => {
  it("are counted while they are still rejected", async () => {
    const one = await pending();
    const stillWrong = async () => (await one.changes({ limit: "1" })).failed_corrections;
    expect(await stillWrong()).toBe(0);
    const cells = { 5: "eva@example.com", 8: "hans@example.com", 9: "nobody yet" };
    const rows = Object.entries(cells).map(([row, cell]) => ({ row: Number(row), cells: { "0": cell } }));
    expect((await one.correct({ rows })).body.corrected).toBe(3);
    expect(await stillWrong()).toBe(1);
  });

  it("are checked at once, and imported with the rest as one change that can be undone", async () => {
    const one = await pending();
    const answer = await one.correct(MENDED);
    expect(answer.body.rows).toEqual([
      expect.objectContaining({ row: 5, line: 6, error: null }),
      expect.objectContaining({ row: 9, line: 10, error: null }),
      expect.objectContaining({ row: 13, line: 14, error: null }),
    ]);
    const figures = await one.dryRun();
    expect(figures).toMatchObject({ rows: 13, create: 13, fail: 0, errors: [] });
    const before = await one.changes({ limit: "50" });
    expect(before.data.map(({ email }: { email: string }) => email)).toContain("hans@example.com");
    expect(before.reasons).toEqual([]);
    const done = await one.run();
    expect(done).toMatchObject({ status: "completed", created_rows: 13, failed_rows: 0, total_rows: 13 });
    const contacts = await contactsOf(one.acme);
    const mended = ["clara", "eva", "hans", "nobody", "x"].map((name) => `${name}@example.com`);
    expect(mended.filter((email) => !contacts.has(email))).toEqual([]);
    const sets =
      await pg()`select id from change_sets where workspace_id = ${one.acme.id} and way = 'import'`;
    expect(sets).toHaveLength(1);
    const kept =
      await pg()`select options from imports where workspace_id = ${one.acme.id} and options ? 'corrections'`;
    expect(kept).toEqual([]);
    expect((await one.acme.call(undo, { params: one.params })).body).toMatchObject({ removed: 13, kept: 0 });
    expect((await contactsOf(one.acme)).size).toBe(0);
  });

  it("are imported whichever way the import is confirmed: by a body, and by the etag of its changes", async () => {
    const byBody = await pending();
    await byBody.correct(MENDED);
    const body = { columnMapping: { Mail: "email", Vorname: "first_name" } };
    expect(await byBody.dryRun(body)).toMatchObject({ create: 13, fail: 0 });
    expect(await byBody.run(body)).toMatchObject({ created_rows: 13, failed_rows: 0 });
    const byEtag = await pending();
    await byEtag.correct(MENDED);
    const { etag } = await byEtag.dryRun();
    expect(await byEtag.run(undefined, { etag })).toMatchObject({ created_rows: 13, failed_rows: 0 });
  });

  it("stay rejected when they are wrong still, for the new reason, with the line of the file", async () => {
    const one = await pending();
    const long = "n".repeat(120);
    const { body } = await one.correct({ rows: [{ row: 9, cells: { "0": "still wrong", "1": long } }] });
    expect(body.rows[0].error).toMatchObject({ code: "email_invalid", column: "Mail" });
    await one.correct({ rows: [{ row: 9, cells: { "0": "n@example.com", "1": long } }] });
    const { data } = await one.changes({ code: "too_long", column: "Vorname" });
    expect(data).toEqual([expect.objectContaining({ row: 9, line: 10 })]);
    await one.correct({ rows: [], rules: [AT_SIGN] });
    expect(await one.run()).toMatchObject({ created_rows: 10, failed_rows: 3 });
    const list = (await one.acme.call(errors, { params: one.params })).body.data;
    expect(list.map(({ row, line, code }: Record<string, unknown>) => [row, line, code])).toEqual([
      [5, 6, "email_invalid"],
      [9, 10, "too_long"],
      [13, 14, "unbalanced_quote"],
    ]);
    expect(list[1].cells[0]).toBe("n@example.com");
  });

  it("meet the others of their address: what was wrong may repeat a row, and is counted so", async () => {
    const one = await pending();
    await one.correct({ rows: [{ row: 9, cells: { "0": "p1@example.com", "1": "Last" } }] });
    expect(await one.dryRun()).toMatchObject({ create: 8, fail: 4, repeated: 1 });
  });
});

describe("the corrections of an import", () => {
  it("can be read, taken back one by one, and all together", async () => {
    const one = await pending();
    expect(await one.shown()).toMatchObject({ version: 0, rows: [], rules: [] });
    await one.correct(MENDED);
    const shown = await one.shown();
    expect(shown.rows.map(({ row }: { row: number }) => row)).toEqual([5, 9, 13]);
    expect(shown.rows[0].cells).toEqual({ "0": "eva@example.com" });
    expect(shown.rules).toEqual([AT_SIGN]);
    await one.correct({ rows: [{ row: 9, cells: null }], rules: [] });
    expect((await one.shown()).rows).toHaveLength(2);
    expect(await one.dryRun()).toMatchObject({ fail: 3 });
    expect((await one.acme.call(DELETE, { params: one.params })).status).toBe(204);
    expect(await one.shown()).toMatchObject({ rows: [], rules: [] });
    expect(await one.dryRun()).toMatchObject({ create: 8, fail: 5 });
  });

  it("of two tabs are both kept, and of one row the last; the draft's version tells who confirms", async () => {
    const one = await pending();
    const version = (await one.shown()).version;
    const rows = Object.keys(BAD).map(Number);
    const answers = await Promise.all(
      rows.map((row) => one.correct({ rows: [{ row, cells: { "0": `t${row}@example.com` } }] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await one.correct({ rows: [{ row: 3, cells: { "0": "last@example.com" } }] });
    const shown = await one.shown();
    expect(shown.rows.map(({ row }: { row: number }) => row)).toEqual(rows);
    expect(shown.rows[0].cells).toEqual({ "0": "last@example.com" });
    const body = { columnMapping: { Mail: "email" }, draftVersion: version };
    expect((await one.acme.call(confirm, { params: one.params, body })).status).toBe(409);
    expect(await one.run({ ...body, draftVersion: shown.version })).toMatchObject({ created_rows: 12 });
  });

  it("are of the rows as the file is read: another reading forgets them, and none is used by mistake", async () => {
    const one = await pending();
    await one.correct(MENDED);
    const body = { columnMapping: { "Mail;Vorname;Firma": "email" }, delimiter: "," };
    const refused = await one.acme.call(confirm, { params: one.params, body });
    expect([refused.status, refused.body.details]).toEqual([409, { reason: "corrections_differ" }]);
    await one.acme.call(patchDraft, { params: one.params, body: { dialect: { headerRow: 0 } } });
    expect((await one.shown()).rows).toEqual([]);
  });
});

describe("refused is", () => {
  it("a row that the file does not have, a cell that it cannot have, a proposal that mends nothing", async () => {
    const one = await pending();
    const codeOf = async (row: unknown) => {
      const { status, body } = await one.correct({ rows: [row] });
      return [status, body.details?.[0]?.code];
    };
    expect(await codeOf({ row: 14, cells: { "0": "a@example.com" } })).toEqual([400, "unknown"]);
    expect(await codeOf({ row: 1, proposal: "at_sign" })).toEqual([400, "nothing_proposed"]);
    expect(await codeOf({ row: 9, proposal: "at_sign" })).toEqual([400, "nothing_proposed"]);
    for (const cells of [{ a: "x" }, { "512": "x" }, { "-1": "x" }, { "0": "a\0b" }, { "0": "\ud800" }])
      expect((await codeOf({ row: 9, cells }))[0]).toBe(400);
    expect((await codeOf({ row: 9 }))[0]).toBe(400);
    expect((await codeOf({ row: 9, cells: {}, proposal: "trim" }))[0]).toBe(400);
    expect((await one.shown()).version).toBe(0);
  });

  it("a record that is known only in part", async () => {
    const one = await pending(`Mail;Notes\nada@example.com;x\n"bob@example.com;${"y".repeat(6000)}\n`);
    const { status, body } = await one.correct({ rows: [{ row: 2, cells: { "0": "bob@example.com" } }] });
    expect([status, body.details[0].code]).toEqual([400, "not_mendable"]);
  });

  it("more than there is room for", async () => {
    const { max } = LIMITS.corrected_rows;
    const lines = Array.from({ length: max + 1 }, (_, n) => `bad${n}\n`);
    const one = await pending(`Mail\n${lines.join("")}`);
    const some = (from: number, count: number, size = 1) => ({
      rows: Array.from({ length: count }, (_, n) => ({
        row: from + n,
        cells: { "0": `${"c".repeat(size)}${from + n}@example.com` },
      })),
    });
    for (let from = 1; from <= max; from += 500)
      expect((await one.correct(some(from, 500))).status).toBe(200);
    const more = await one.correct(some(max + 1, 1));
    expect([more.status, more.body.details.reason]).toEqual([409, "corrected_rows"]);
    await one.acme.call(DELETE, { params: one.params });
    const large = await one.correct(some(1, 5, 60_000));
    expect([large.status, large.body.details.reason]).toEqual([409, "correction_bytes"]);
  });

  it("an import that is over", async () => {
    const one = await pending();
    await one.run();
    expect((await one.correct(MENDED)).body.code).toBe("IMPORT_NOT_PENDING");
    expect((await one.acme.call(DELETE, { params: one.params })).body.code).toBe("IMPORT_NOT_PENDING");
  });
});
