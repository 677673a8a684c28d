import { describe, expect, it } from "vitest";
import { GET as bulkOf } from "@/app/api/bulk-actions/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { GET as list } from "@/app/api/contacts/route";
import { POST as makeSegment } from "@/app/api/segments/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Fields = Record<string, unknown>;

/** Reproducible random numbers, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Values of fields, mostly of one type, with some that another type may have left behind. */
const VALUES: Record<string, unknown[]> = {
  seats: [-2, 0, 1, 5, 7.5, 10, 100, 1e14, "7", "many", "", [7], true],
  renewal: [
    "2026-01-01",
    "2026-02-28",
    "2026-03-01",
    "0999-01-01",
    "9999-12-31",
    "soon",
    "2026-2-1",
    20260101,
  ],
  active: [true, false, "true", "yes", 1],
  plan: ["Free", "free", "Pro", "PRO plus", "Größe", "100%", "a_b", "a\\b"],
  'quo"te': ["x", "y", { z: 1 }],
};
const KEYS = Object.keys(VALUES);

async function fill(acme: Workspace, count: number): Promise<{ email: string; fields: Fields }[]> {
  const next = numbers(7);
  const people = Array.from({ length: count }, (_, n) => {
    const given = KEYS.flatMap((key): [string, unknown][] => {
      const values = VALUES[key] ?? [];
      return next(5) === 0 ? [] : [[key, values[next(values.length)]]];
    });
    return { id: newId(), email: `p${n}@example.com`, fields: Object.fromEntries(given) as Fields };
  });
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, custom_fields)
    select ${acme.id}, p.id, p.email, 'Ada', nullif(p.fields, '{}')
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(id uuid, email text, fields jsonb)`;
  return people;
}

const lower = (value: unknown) =>
  value === undefined
    ? null
    : (typeof value === "object" ? JSON.stringify(value) : String(value)).toLowerCase();
const isDay = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** An independent implementation of the conditions. */
function holds(condition: unknown, value: unknown): boolean {
  const said = lower(value);
  if (typeof condition === "string") return said === condition.toLowerCase();
  if (typeof condition !== "object" || condition === null) return value === condition;
  const wanted = condition as Fields;
  if (typeof wanted.contains === "string") return said?.includes(wanted.contains.toLowerCase()) ?? false;
  if (Array.isArray(wanted.any_of)) return wanted.any_of.some((one) => lower(one) === said);
  if (typeof wanted.is_set === "boolean") return (said !== null && said !== "") === wanted.is_set;
  const ends = [wanted.from, wanted.to];
  const isNumber = ends.some((end) => typeof end === "number");
  if (isNumber ? typeof value !== "number" : !isDay(value)) return false;
  const [from, to] = ends as [number, number];
  const one = value as number;
  return (from === undefined || one >= from) && (to === undefined || one <= to);
}

/** Conditions of each form, with existing values, values in between, and values out of range. */
const CONDITIONS: [string, unknown][] = [
  ...[0, 7.5, 3, 1e14, -2].flatMap((from): [string, unknown][] => [
    ["seats", { from }],
    ["seats", { to: from }],
    ["seats", { from, to: 10 }],
    ["seats", from],
  ]),
  ["seats", "7"],
  ["seats", { contains: "7" }],
  ...["2026-01-01", "2026-02-28", "2026-02-27", "9999-12-31"].flatMap((day): [string, unknown][] => [
    ["renewal", { from: day }],
    ["renewal", { to: day }],
    ["renewal", { from: "2026-01-01", to: day }],
    ["renewal", day],
  ]),
  ["active", true],
  ["active", false],
  ["active", "true"],
  ["plan", { any_of: ["PRO", "größe"] }],
  ["plan", { any_of: ["100%", "a_b", "a\\b"] }],
  ["plan", { any_of: ["nothing"] }],
  ["plan", { contains: "%" }],
  ["plan", "free"],
  ...KEYS.flatMap((key): [string, unknown][] => [
    [key, { is_set: true }],
    [key, { is_set: false }],
  ]),
  ["no such field", { is_set: false }],
  ["no such field", { from: 1 }],
];

const emails = (people: { email: string }[]) => people.map(({ email }) => email);

describe("conditions of custom fields", () => {
  it("find those that a plain reading of them finds, alone and two at a time", async () => {
    const acme = await newWorkspace();
    await fill(await newWorkspace("other"), 30);
    const people = await fill(acme, 300);
    const pairs = CONDITIONS.flatMap(([key, one], n) => {
      const [other, two] = CONDITIONS[(n * 7 + 5) % CONDITIONS.length] ?? ["", ""];
      return key === other ? [{ [key]: one }] : [{ [key]: one }, { [key]: one, [other]: two }];
    });
    const sizes = new Set<number>();
    for (const wanted of pairs) {
      const expected = people.filter(({ fields }) =>
        Object.entries(wanted).every(([key, condition]) => holds(condition, fields[key])),
      );
      const query = { limit: "100", custom_fields: JSON.stringify(wanted) };
      const { status, body } = await acme.call(list, { query });
      expect(status, JSON.stringify([wanted, body])).toBe(200);
      expect([body.total, emails(body.data)], JSON.stringify(wanted)).toEqual([
        expected.length,
        emails(expected).toReversed().slice(0, 100),
      ]);
      sizes.add(expected.length);
    }
    // Otherwise every condition might find the same few.
    expect(sizes.size).toBeGreaterThan(20);
  }, 60_000);

  it("mean the same in a bulk action and in a segment", async () => {
    const acme = await newWorkspace();
    const people = await fill(acme, 120);
    const custom_fields = {
      seats: { from: 1, to: 10 },
      plan: { any_of: ["free", "pro"] },
      active: { is_set: true },
    };
    const expected = people.filter(({ fields }) =>
      Object.entries(custom_fields).every(([key, condition]) => holds(condition, fields[key])),
    );
    expect(expected.length).toBeGreaterThan(3);
    const { body: segment } = await acme.call(makeSegment, {
      body: { name: "Small", filter: { custom_fields } },
    });
    expect(segment.filter).toEqual({ custom_fields, tag_match: "any" });
    const { body: shown } = await acme.call(list, { query: { segment_id: segment.id, limit: "100" } });
    expect(emails(shown.data)).toEqual(emails(expected).toReversed());
    const begun = await acme.call(bulk, {
      body: { action: "set", fields: { custom_fields: { seen: "x" } }, filter: { segment_id: segment.id } },
    });
    await settleBackground();
    const { body: done } = await acme.call(bulkOf, { params: { id: begun.body.id } });
    expect([done.status, done.changed]).toEqual(["completed", expected.length]);
  });

  it.each([
    '{"a":null}',
    '{"a":{}}',
    '{"a":[]}',
    '{"a":{"any_of":[]}}',
    '{"a":{"any_of":["x",1]}}',
    '{"a":{"any_of":"x"}}',
    `{"a":{"any_of":${JSON.stringify(Array.from({ length: 101 }, (_, n) => `v${n}`))}}}`,
    '{"a":{"is_set":"true"}}',
    '{"a":{"contains":5}}',
    '{"a":{"contains":""}}',
    '{"a":{"from":1,"to":"2026-01-01"}}',
    '{"a":{"from":"2026-02-30"}}',
    '{"a":{"from":"2026-2-3"}}',
    '{"a":{"from":""}}',
    '{"a":{"from":null}}',
    '{"a":{"from":1e999}}',
    '{"a":{"from":1,"is_set":true}}',
    '{"a":{"from":1,"__proto__":{}}}',
    '{"a":{"from":[1]}}',
    '{"a":{"contains":"\\u0000"}}',
  ])("refuse %s", async (custom_fields) => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(list, { query: { custom_fields } });
    expect([status, body.details?.[0]?.path[0]], JSON.stringify(body)).toEqual([400, "custom_fields"]);
  });
});
