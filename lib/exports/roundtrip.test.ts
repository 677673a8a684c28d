import fc from "fast-check";
import { expect, it } from "vitest";
import { POST as CONFIRM } from "@/app/api/imports/[id]/confirm/route";
import { GET as ERRORS } from "@/app/api/imports/[id]/errors/route";
import { GET as IMPORT } from "@/app/api/imports/[id]/route";
import { POST as UPLOAD } from "@/app/api/imports/route";
import { db, pg } from "@/db/client";
import { contacts, contactTags, tags } from "@/db/schema";
import { mergeCustomFields } from "@/lib/contacts/custom-fields";
import { createContactBody } from "@/lib/contacts/schemas";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { runJob } from "@/lib/jobs/run";
import { newWorkspace } from "@/lib/testing/workspace";
import { openExport } from "./files";
import { exportJob } from "./job";
import { createExport } from "./queries";
import { createExportBody } from "./schemas";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const nasty = fc.constantFrom(
  ...[
    "=1+1",
    "'=x",
    "''=x",
    "+44 20 7946 0958",
    "+(49) 30",
    "-1",
    "@cmd",
    "＝1",
    "'＠x",
    "'quoted'",
    "O'Brien",
  ],
  ...[
    '"',
    'a "b" c',
    '""',
    "a,b;c|d",
    "a\r\nb",
    "a\nb\n\nc",
    "\\N",
    "\\.",
    "NULL",
    "null",
    "true",
    "1e5",
    "007",
  ],
  ...[
    "👩‍👩‍👧 Familie",
    "Café",
    "Cafe\u0301",
    "שלום עולם",
    "مرحبا",
    "İstanbul",
    "ﬁ",
    "日本語",
    "😀",
    "\u{20BB7}野家",
  ],
  ...[
    "\u202a+1 555 0100\u202c",
    "\u200fשלום\u200f",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\ufeffx\u200d",
  ],
  ...["a\tb", "  spaced  ", "$1", "%s", "{}", "<b>", "a\\b"],
);
const anything = fc.string({ unit: "grapheme", maxLength: 60 });
const words = fc.oneof(
  nasty,
  anything,
  fc.tuple(nasty, anything).map(([a, b]) => `${a}${b}`),
);
const customValue = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant({ nested: [1, "a", null] }),
);
/** The maximum length of notes. */
const longNotes = fc.constantFrom("n".repeat(10_000), "ä\n".repeat(4999), `"${"=1\r\n".repeat(1200)}"`);
const local = fc.string({ unit: fc.constantFrom(..."abcXYZ019_'+-"), minLength: 1, maxLength: 12 });

/** What the API would store for random input; null if it would reject it. */
const contact = fc
  .record({
    first_name: words,
    last_name: fc.option(words),
    phone: fc.option(fc.oneof(words, fc.constantFrom("+1 (555) 010-9999", "+49301234567"))),
    company: fc.option(words),
    notes: fc.option(
      fc.oneof(
        { weight: 20, arbitrary: words },
        { weight: 20, arbitrary: fc.array(words, { maxLength: 30 }).map((parts) => parts.join("\n")) },
        { weight: 1, arbitrary: longNotes },
      ),
    ),
    is_unsubscribed: fc.boolean(),
    custom_fields: fc.option(
      fc.dictionary(
        fc.constantFrom("plan", "Größe", "email", "a,b", '"q"', "=x", "source id", " two  words\u200b"),
        customValue,
        {
          maxKeys: 4,
        },
      ),
    ),
  })
  .map((fields) => {
    const parsed = createContactBody.safeParse({ ...fields, email: "a@example.com" });
    if (!parsed.success) return null;
    return { ...parsed.data, custom_fields: mergeCustomFields(null, parsed.data.custom_fields ?? null) };
  })
  .filter((fields) => fields !== null);

const tagName = fc.oneof(
  fc.constantFrom("VIP", "a;b", 'say "hi"', "=tag", "x, y", "'quoted", "日本"),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

/** 5 000 contacts, each tag on about a seventh of them. */
async function fill(workspace: Workspace, count: number, seed: number) {
  const samples = fc.sample(contact, { numRuns: count, seed });
  const locals = fc.sample(local, { numRuns: count, seed });
  const rows = samples.map((fields, n) => ({
    ...fields,
    workspace_id: workspace.id,
    id: newId(),
    email: createContactBody.shape.email.parse(`${locals[n]}${n}@example.com`),
  }));
  const names = fc.sample(tagName, { numRuns: 30, seed }).map((name) => name.normalize("NFC").trim());
  const unique = [
    ...new Map(
      names.filter((name) => name && name.length <= 50).map((name) => [name.toLowerCase(), name]),
    ).values(),
  ];
  const tagRows = unique.map((name) => ({ workspace_id: workspace.id, id: newId(), name }));
  const links = rows.flatMap(({ id }, n) =>
    tagRows.flatMap((tag, m) =>
      (n * 31 + m * 17) % 7 === 0 ? [{ workspace_id: workspace.id, contact_id: id, tag_id: tag.id }] : [],
    ),
  );
  await db().insert(tags).values(tagRows);
  for (let at = 0; at < rows.length; at += 1000)
    await db()
      .insert(contacts)
      .values(rows.slice(at, at + 1000));
  for (let at = 0; at < links.length; at += 5000)
    await db()
      .insert(contactTags)
      .values(links.slice(at, at + 5000));
}

async function exported(workspace: Workspace): Promise<Buffer> {
  const { id } = await createExport(workspace.id, workspace.user.id, createExportBody.parse({}));
  await runJob(exportJob, { workspaceId: workspace.id, id });
  const { stream } = await openExport(workspace.id, id, false);
  return Buffer.from(await new Response(stream).arrayBuffer());
}

/** Uploads a file and confirms the suggestions of the preview. */
async function importFile(workspace: Workspace, file: Buffer) {
  const headers = { "content-type": "text/csv" };
  const received = await workspace.call(UPLOAD, { body: file, headers, query: { filename: "x.csv" } });
  expect(received.status).toBe(201);
  const columnMapping = Object.fromEntries(
    received.body.suggestions.map((one: { header: string; field: string }) => [one.header, one.field]),
  );
  const params = { id: received.body.importId };
  expect((await workspace.call(CONFIRM, { params, body: { columnMapping } })).status).toBe(202);
  await settleBackground();
  const errors = await workspace.call(ERRORS, { params });
  return { record: (await workspace.call(IMPORT, { params })).body, errors: errors.body.data };
}

/** Everything that an export contains, by e-mail. `types`: a file has custom fields as text only, and no empty ones. */
async function stateOf(workspace: Workspace, types: "as they are" | "as text" = "as they are") {
  return pg()`
    select c.email, c.first_name, c.last_name, c.phone, c.company, c.notes, c.is_unsubscribed,
      case when ${types} = 'as they are' then c.custom_fields::text
           else (select jsonb_object_agg(key, value)::text from jsonb_each_text(c.custom_fields)
                 where value <> '') end as custom,
      array(select t.name from contact_tags ct join tags t on t.workspace_id = ct.workspace_id and t.id = ct.tag_id
            where ct.workspace_id = c.workspace_id and ct.contact_id = c.id order by t.name_key) as tags
    from contacts c where c.workspace_id = ${workspace.id} order by c.email`;
}

it("is the identity: what was exported and is imported again changes nothing, and fills an empty workspace alike", async () => {
  const [acme, fresh] = [await newWorkspace(), await newWorkspace("fresh")];
  await fill(acme, 5000, 20261120);
  const before = await stateOf(acme);
  const file = await exported(acme);
  const again = await importFile(acme, file);
  expect(again.errors).toEqual([]);
  expect(await stateOf(acme)).toEqual(before);
  expect(again.record).toMatchObject({ status: "completed", total_rows: 5000, unchanged_rows: 5000 });
  const moved = await importFile(fresh, file);
  expect(moved.record).toMatchObject({ status: "completed", created_rows: 5000 });
  expect(await stateOf(fresh, "as text")).toEqual(await stateOf(acme, "as text"));
}, 120_000);

/** As the dashboard confirms it: with the types that the preview suggests. */
async function importAsShown(workspace: Workspace, file: Buffer) {
  const headers = { "content-type": "text/csv" };
  const { body } = await workspace.call(UPLOAD, { body: file, headers, query: { filename: "x.csv" } });
  const { columnMapping, columnTypes } = body.draft;
  const confirmed = await workspace.call(CONFIRM, {
    params: { id: body.importId },
    body: { columnMapping, columnTypes },
  });
  expect(confirmed.status).toBe(202);
  await settleBackground();
}

it("brings ids and texts back that would be numbers, or nobody, in the file of another program", async () => {
  const [acme, fresh] = [await newWorkspace(), await newWorkspace("fresh")];
  const texts = {
    version: "1.10",

    padded: "007",
    big: "1,000",
    day: "2024-1-5",
    flag: "yes",
    less: "-0",
  };
  const values = { price: 1.5, loss: -2.25, none: 0, since: "2024-01-05" };
  const odd = ["0", "-", "'7", "6.01235E+12"];
  await db()
    .insert(contacts)
    .values(
      odd.map((external_id, n) => ({
        workspace_id: acme.id,
        id: newId(),
        email: `p${n}@example.com`,
        first_name: "yes",
        phone: "\u2713",
        external_id,
        custom_fields: { ...texts, ...values },
      })),
    );
  await importAsShown(fresh, await exported(acme));
  const rows = await pg()`
    select email, first_name, phone, external_id, custom_fields from contacts where workspace_id = ${fresh.id} order by email`;
  expect(rows.map(({ external_id }) => external_id)).toEqual(odd);
  for (const { first_name, phone, custom_fields } of rows)
    expect({ first_name, phone, custom_fields }).toEqual({
      first_name: "yes",
      phone: "\u2713",
      custom_fields: { ...texts, ...values },
    });
});
