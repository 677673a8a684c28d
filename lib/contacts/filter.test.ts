import { describe, expect, it } from "vitest";
import { GET as bulkOf } from "@/app/api/bulk-actions/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { GET as list } from "@/app/api/contacts/route";
import { GET as download } from "@/app/api/exports/[id]/download/route";
import { POST as startExport } from "@/app/api/exports/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { foldSearch } from "./search-fold";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

interface Person {
  id: string;
  email: string;
  company: string | null;
  custom_fields: Record<string, unknown> | null;
  import_id: string | null;
  is_unsubscribed: boolean;
  unsubscribed_at: string | null;
  created_at: string;
  updated_at: string;
  tag: string | null;
}

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const COMPANIES = ["Acme", "ACMÉ", "Acme Ltd", "100%_\\", null];
const PLANS = ["Pro", "pro plus", "free", "100%", 7, true, null];
const IMPORTS = [newId(), newId(), null];

async function fill(acme: Workspace): Promise<{ people: Person[]; tags: string[] }> {
  const tags = [newId(), newId()];
  for (const id of tags)
    await pg()`insert into tags (workspace_id, id, name) values (${acme.id}, ${id}, ${id})`;
  const people = Array.from({ length: 120 }, (_, n): Person => {
    const plan = PLANS[n % PLANS.length];
    return {
      id: newId(),
      email: `p${n}@example.com`,
      company: COMPANIES[n % COMPANIES.length] ?? null,
      custom_fields: plan === null ? null : { plan, 'quo"te': `v${n % 3}` },
      import_id: IMPORTS[(n * 5) % IMPORTS.length] ?? null,
      is_unsubscribed: n % 4 === 0,
      unsubscribed_at: n % 4 === 0 ? day(n % 30) : null,
      created_at: day(n % 23),
      updated_at: day(30 + (n % 19)),
      tag: [...tags, null][n % 3] ?? null,
    };
  });
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company, custom_fields, import_id, is_unsubscribed,
      unsubscribed_at, created_at, updated_at)
    select ${acme.id}, p.id, p.email, 'Ada', p.company, p.custom_fields, p.import_id, p.is_unsubscribed, p.unsubscribed_at,
      p.created_at, p.updated_at
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(id uuid, email text, company text,
      custom_fields jsonb, import_id uuid, is_unsubscribed boolean, unsubscribed_at timestamptz, created_at timestamptz,
      updated_at timestamptz)`;
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${acme.id}, p.tag, p.id from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(id uuid, tag uuid)
    where p.tag is not null`;
  return { people, tags };
}

const said = (person: Person, key: string) => {
  const value = person.custom_fields?.[key];
  return value === undefined ? null : String(value).toLowerCase();
};

/** A filter as a request body, and its meaning. */
type Case = [object, (person: Person) => boolean];

function casesOf(tags: string[]): Case[] {
  return [
    [{ company: "acme" }, ({ company }) => company !== null && foldSearch(company) === "acme"],
    [{ company: "100%_\\" }, ({ company }) => company === "100%_\\"],
    [{ custom_fields: { plan: "PRO" } }, (one) => said(one, "plan") === "pro"],
    [{ custom_fields: { plan: { contains: "pro" } } }, (one) => Boolean(said(one, "plan")?.includes("pro"))],
    [{ custom_fields: { plan: { contains: "%" } } }, (one) => said(one, "plan") === "100%"],
    [{ custom_fields: { plan: "7" } }, (one) => said(one, "plan") === "7"],
    [{ custom_fields: { plan: "true" } }, (one) => said(one, "plan") === "true"],
    [
      { custom_fields: { 'quo"te': "v1", plan: "pro" } },
      (one) => said(one, 'quo"te') === "v1" && said(one, "plan") === "pro",
    ],
    [{ import_id: IMPORTS[0] }, ({ import_id }) => import_id === IMPORTS[0]],
    [{ created_since: "2026-01-05" }, ({ created_at }) => created_at >= day(4)],
    [{ created_before: "2026-01-05T01:00:00+01:00" }, ({ created_at }) => created_at < day(4)],
    [{ updated_since: day(40) }, ({ updated_at }) => updated_at >= day(40)],
    [{ updated_before: day(40) }, ({ updated_at }) => updated_at < day(40)],
    [{ unsubscribed_since: day(10) }, (one) => one.is_unsubscribed && (one.unsubscribed_at ?? "") >= day(10)],
    [{ has_tags: false }, ({ tag }) => tag === null],
    [{ has_tags: true }, ({ tag }) => tag !== null],
    [{ tag_ids: tags }, ({ tag }) => tag !== null],
    [{ tag_ids: tags.slice(0, 1) }, ({ tag }) => tag === tags[0]],
    [{ is_unsubscribed: false }, (one) => !one.is_unsubscribed],
    [{ search: "p1" }, ({ email }) => email.includes("p1")],
  ];
}

function asQuery(filter: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.join(",")
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value),
    ]),
  );
}

async function exported(acme: Workspace, { tag_ids, ...filter }: { tag_ids?: string[] }): Promise<string[]> {
  const { body } = await acme.call(startExport, { body: { ...filter, ...(tag_ids && { tagIds: tag_ids }) } });
  await settleBackground();
  const { response } = await acme.call(download, { params: { id: body.exportId } });
  return (await response.text())
    .split("\r\n")
    .slice(1, -1)
    .map((row: string) => row.split(",")[0] ?? "");
}

describe("filters", () => {
  it("mean the same in lists, totals, exports and bulk actions, alone and two at a time", async () => {
    const acme = await newWorkspace();
    await fill(await newWorkspace("other"));
    const { people, tags } = await fill(acme);
    const cases = casesOf(tags);
    const pairs = cases.flatMap(([filter, means], n): Case[] => {
      const [other, alsoMeans] = cases[(n * 7 + 3) % cases.length] ?? [{}, () => true];
      const isSame = Object.keys(filter).some((name) => name in other);
      return isSame ? [] : [[{ ...filter, ...other }, (one) => means(one) && alsoMeans(one)]];
    });
    expect(pairs.length).toBeGreaterThan(10);
    for (const [n, [filter, means]] of [...cases, ...pairs].entries()) {
      const expected = people.filter(means).map(({ email }) => email);
      const { status, body } = await acme.call(list, { query: { ...asQuery(filter), limit: "100" } });
      expect(status, JSON.stringify(body)).toBe(200);
      const emails = body.data.map(({ email }: Person) => email);
      expect([body.total, emails], JSON.stringify(filter)).toEqual([
        expected.length,
        expected.toReversed().slice(0, 100),
      ]);
      if (n % 5 > 0) continue;
      expect((await exported(acme, filter)).sort(), JSON.stringify(filter)).toEqual(expected.toSorted());
      const begun = await acme.call(bulk, {
        body: { action: "untag", tag_id: tags[0], filter: { ...filter, search: "zzz" } },
      });
      expect([begun.status, begun.body.total]).toEqual([202, 0]);
      const done = await acme.call(bulk, { body: { action: "set", fields: { notes: null }, filter } });
      await settleBackground();
      const { body: record } = await acme.call(bulkOf, { params: { id: done.body.id } });
      expect([record.status, record.total, record.changed], JSON.stringify(filter)).toEqual([
        "completed",
        expected.length,
        0,
      ]);
    }
  }, 60_000);

  it.each([
    ["created_since", "yesterday"],
    ["created_since", "2026-13-01"],
    ["created_since", "0000-01-01"],
    ["created_since", "2026-02-30"],
    ["created_before", "2026-02-30T00:00:00Z"],
    ["updated_since", "2025-02-29T12:00+02:00"],
    ["unsubscribed_since", "2026-04-31"],
    ["updated_before", "2026-01-01T00:00:00"],
    ["import_id", "1"],
    ["has_tags", "no"],
    ["custom_fields", "plan"],
    ["custom_fields", "[]"],
    ["custom_fields", '{"plan":{"is":"a"}}'],
    ["custom_fields", '{"plan":""}'],
    ["custom_fields", '{"__proto__":"x"}'],
    ["custom_fields", '{"plan":"\\u0000"}'],
    [
      "custom_fields",
      JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, "v"]))),
    ],
    ["company", "x".repeat(201)],
  ])("refuse %s=%s", async (name, value) => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(list, { query: { [name]: value } });
    expect([status, body.code, body.details[0].path[0]]).toEqual([400, "VALIDATION_ERROR", name]);
  });
});
