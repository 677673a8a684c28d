import { describe, expect, it } from "vitest";
import { PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as create, GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { countContacts, listContacts } from "./list";
import { foldSearch } from "./search-fold";
import { phoneDigits } from "./search-phone";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function add(acme: Workspace, values: object) {
  const { status, body } = await acme.call(create, {
    body: { email: `${address()}@example.com`, first_name: "Ada", ...values },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Letters only, so that it contains none of the numbers that are searched. */
let count = 0;
const address = () => `q${(count++).toString(2).replaceAll("0", "z").replaceAll("1", "q")}`;

async function found(acme: Workspace, search: string): Promise<string[]> {
  const { status, body } = await acme.call(list, { query: { search, limit: "100" } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.total, search).toBe(body.data.length);
  return body.data.map((contact: { id: string }) => contact.id);
}

it("folds every character that the database knows as the database does, and nothing twice", async () => {
  const all: string[] = [];
  for (let code = 1; code <= 0xe01ef; code++)
    // No surrogates, no private use, no empty planes.
    if ((code < 0xd800 || code > 0xf8ff) && (code < 0x323b0 || code >= 0xe0000))
      all.push(String.fromCodePoint(code));
  const wrong: string[] = [];
  // Before PostgreSQL 17 it does not say which it knows: those that it folds.
  const [server] = await pg()`select to_regproc('unicode_assigned') is not null as tells`;
  const known = server?.tells ? pg()`unicode_assigned(char)` : pg()`fold_search(char) <> char`;
  for (let at = 0; at < all.length; at += 20_000) {
    const part = all.slice(at, at + 20_000);
    const rows = await pg()<{ folded: string; known: boolean }[]>`
      select fold_search(char) as folded, ${known} as known
      from unnest(${part}::text[]) with ordinality as chars(char, place) order by place`;
    rows.forEach(({ folded, known }, index) => {
      const char = part[index] ?? "";
      const ours = foldSearch(char);
      if ((known && ours !== folded) || foldSearch(ours) !== ours) wrong.push(char);
    });
  }
  expect(wrong).toEqual([]);
}, 60_000);

describe("search as people type", () => {
  it.each([
    ["müller klara", "Klara", "Müller"],
    ["MULLER kla", "Klara", "Müller"],
    ["müller", "Klara", "Muller"],
    ["strasse", "Anna", "Straße"],
    ["STRASSE", "Anna", "STRAẞE"],
    ["οδυσσευς", "ΟΔΥΣΣΕΎΣ", "Ελύτης"],
    ["οδυσσευσ", "Οδυσσεύς", "Ελύτης"],
    ["istanbul isik", "İSTANBUL", "Işık"],
    ["nguyen thi", "Nguyễn", "Thị"],
    ["федор андреи", "Фёдор", "Андрей"],
    ["احمد", "أَحْمَد", null],
    ["علي", "علی", null],
    ["שלום", "שָׁלוֹם", null],
    ["น้ำ", "น้ำ", null],
    ["カタカナ", "ｶﾀｶﾅ", null],
    ["ガス", "ｶﾞｽ", null],
    ["田中 太郎", "太郎", "田中"],
    ["김", "김", null],
    ["ffi office", "oﬃce", null],
    ["o'neill", "Pat", "O’Neill"],
    ["lukasz waesa", "Łukasz", "Wæsa"],
    ["Ａｄａ", "ada", null],
  ])("%s finds %s %s", async (search, first_name, last_name) => {
    const acme = await newWorkspace();
    const { id } = await add(acme, { first_name, last_name });
    await add(acme, { first_name: "Other", last_name: "Else" });
    expect(await found(acme, search)).toEqual([id]);
  });

  it("keeps what differs in its script apart", async () => {
    const acme = await newWorkspace();
    await add(acme, { first_name: "ガス" });
    await add(acme, { first_name: "กี่" });
    expect(await found(acme, "カス")).toEqual([]);
    expect(await found(acme, "กา")).toEqual([]);
  });

  it("looks through names, company and the values of custom fields, words in any order", async () => {
    const acme = await newWorkspace();
    const { id } = await add(acme, {
      first_name: "Klara",
      company: "Firma 12",
      custom_fields: { city: "Stadt 7", 'quo"te': 'a "b" \\c', score: 4711, nested: { deep: "hidden" } },
    });
    await add(acme, { first_name: "Klara", company: "Firma 3" });
    for (const search of ["klara firma 12", "12 firma klara", "stadt 7", "7 klara stadt", '"b" \\c', "4711"])
      expect(await found(acme, search), search).toEqual([id]);
    for (const search of ["city", "hidden", "nested", '","', "klara firma 13"])
      expect(await found(acme, search), search).toEqual([]);
  });

  it.each([
    ["+49 30 000123", ["030 000123", "030000123", "30 000", "+49 (0)30 000123", "0049 30 000123", "000123"]],
    ["+49 30 000123", ["(030) 000-123", "030/000.123", "+4930000123", "030 0"]],
    ["030 000123", ["+49 30 000123", "0049 30 000123", "+49 (0) 30 / 000 123", "030000123"]],
    ["+49 (0)30 / 000-123", ["030 000123", "+49 30 000 123", "4930000123"]],
    ["0049 30 000123", ["+49 30 000123", "030 000123"]],
    ["(555) 123-4567", ["+1 555 123 4567", "5551234567", "555-123-4567"]],
    ["+1 555 123 4567", ["(555) 123-4567", "1-555-123-4567"]],
    ["+353 1 234 5678", ["01 234 5678"]],
    ["+39 06 1234", ["06 1234", "+39 06 1234"]],
    ["8 (495) 123-45-67", ["+7 495 123 45 67"]],
    ["+7 495 123 45 67", ["8 495 123-45-67"]],
    ["٠٣٠ ١٢٣٤", ["030 1234"]],
  ])("finds the phone number %s as %j", async (phone, searches) => {
    const acme = await newWorkspace();
    const { id } = await add(acme, { phone });
    await add(acme, { phone: "+44 20 7946 0000" });
    for (const search of searches) expect(await found(acme, search), search).toEqual([id]);
    for (const search of ["030 999123", "+41 30 000124", "0123456789"])
      expect(await found(acme, search)).toEqual([]);
  });

  it("does not take a number of another country for a national one", async () => {
    const acme = await newWorkspace();
    await add(acme, { phone: "+1 230 000 1239" });
    expect(await found(acme, "0230 0001239")).toEqual([]);
    expect(await found(acme, "0300001239")).toEqual([]);
  });

  it("takes wildcards, patterns and brackets literally", async () => {
    const acme = await newWorkspace();
    const { id } = await add(acme, { company: "100% a_b \\ [x]+ (y)" });
    await add(acme, { company: "1000 acb" });
    for (const search of ["100%", "a_b", "\\", "[x]+", "(y)"])
      expect(await found(acme, search)).toEqual([id]);
    for (const search of ["1%0", "a%b", "_____", ".*", "+()", "-", "(0)"])
      expect(await found(acme, search), search).toEqual([]);
  });

  it("refuses more words than it looks for", async () => {
    const acme = await newWorkspace();
    const words = Array.from({ length: 13 }, (_, n) => `w${n}`).join(" ");
    const { status, body } = await acme.call(list, { query: { search: words } });
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details[0]).toMatchObject({ path: ["search"], message: "must have at most 12 words" });
    expect(await found(acme, words.slice(0, words.lastIndexOf(" ")))).toEqual([]);
  });
});

it("finds contacts whose text no index can hold, also when they change", async () => {
  const acme = await newWorkspace();
  const wide = { first_name: "﷽".repeat(100), last_name: "龍".repeat(100), company: "한".repeat(200) };
  const { id } = await add(acme, { ...wide, custom_fields: { a: `${"é".repeat(7000)} needle` } });
  const other = await add(acme, { custom_fields: { a: "x".repeat(3000) } });
  expect(await found(acme, "NEEDLE 龍龍")).toEqual([id]);
  expect(await found(acme, "needle ada")).toEqual([]);
  await acme.call(patch, { params: { id }, body: { custom_fields: { a: null }, ...shortName } });
  expect(await found(acme, "needle")).toEqual([]);
  expect(await found(acme, "short")).toEqual([id]);
  await acme.call(patch, { params: { id: other.id }, body: { custom_fields: { a: "y" } } });
  expect(await missing(acme)).toBe(0);
});
const shortName = { first_name: "Short", last_name: null, company: null };

/** How many contacts have a search text other than expected. */
async function missing(acme: Workspace): Promise<number> {
  const [row] = await pg()<{ wrong: number }[]>`
    select count(*)::int as wrong from contacts where workspace_id = ${acme.id} and search_doc is distinct from
      contact_search_doc(email, first_name, last_name, company, phone, custom_fields)`;
  return row?.wrong ?? -1;
}

it("keeps the text right whoever writes: statements, imports of new and of known people", async () => {
  const acme = await newWorkspace();
  await pg()`insert into contacts (workspace_id, id, email, first_name) values
    (${acme.id}, ${newId()}, 'raw@example.com', 'Ünal'), (${acme.id}, ${newId()}, 'raw2@example.com', 'Ada')`;
  expect(await found(acme, "unal")).toHaveLength(1);
  const cells = ODD_CELLS.map((cell) => `"${cell.replaceAll('"', '""')}"`);
  const rows = cells.map(
    (cell, n) => `p${n}@example.com,${cell},${cell},${cell},${ODD_PHONES[n] ?? ""},${cell}`,
  );
  const head = "email,first name,last name,company,phone,city";
  for (const extra of ["", ",tags"]) {
    const more = rows.map((row, n) => `${extra ? row.replace("@", "@t.") : row}${extra && `,t${n}`}`);
    await importText(acme, `${head}${extra}\n${more.join("\n")}\n`, {
      columnMapping: { ...MAPPING, ...(extra && { tags: "tags" }) },
    });
  }
  expect(await countContacts(acme.id, {})).toBe(2 + 2 * rows.length);
  expect(await missing(acme)).toBe(0);
  const others = rows.map((row, n) => row.replace(/^[^,]*/, `p${(n + 1) % rows.length}@example.com`));
  await importText(acme, `${head}\n${others.join("\n")}\n`, {
    columnMapping: MAPPING,
  });
  expect(await missing(acme)).toBe(0);
  await importText(acme, "email,last name\np0@example.com,Changed\np0@t.example.com,Changed\n");
  expect(await found(acme, "changed")).toHaveLength(2);
  await pg()`update contacts set company = 'Über' where workspace_id = ${acme.id}`;
  expect(await missing(acme)).toBe(0);
});

const MAPPING = {
  email: "email",
  "first name": "first_name",
  "last name": "last_name",
  company: "company",
  phone: "phone",
  city: "custom_fields.city",
};
const ODD_CELLS = [
  "Ada",
  "Müller",
  'quote " and \\ and \\n',
  "line\nend",
  "tab\there",
  "ｶﾞｷﾞ ガギ",
  "ﷺ",
  "e\u0301\u0323\u0308",
  "김\u1112\u1161\u11ab",
  "क़ ক্ষ",
  "𝒜𝓭𝓪 🙂 葛\u{e0100}",
  "İıŞş ΣΊΣΥΦΟΣ",
  "´`’ – —",
  "＼ ｛",
  "ß".repeat(60),
  "\u0327\u0301".repeat(49),
  "ﬃ".repeat(100),
];
const ODD_PHONES = [
  "+49 30 1",
  "030-123",
  "0049 (0)30 5",
  "call me",
  "++1",
  "٠٣٠",
  "+",
  "12",
  "(0)",
  "00",
  "1\t2",
];

/** Enough scripts to reveal a mistake. */
const SYLLABLES = [
  ["ann", "ber", "carl", "jos", "smi", "th", "o'", "van "],
  ["mül", "gró", "ñez", "ße", "ø", "łu", "çi", "ğış"],
  ["Nguyễn", "Đặng", "thị", "ườ", "ắc"],
  ["Σί", "συς", "Ωμέ", "γας", "Ώ"],
  ["Фё", "дор", "Андрей", "їв", "ЩА"],
  ["أَح", "مد", "علی", "ـة", "ؤ"],
  ["שָׁ", "לוֹם", "כהן", "ץ"],
  ["น้ำ", "กี่", "ชัย", "ส"],
  ["山", "田", "太郎", "王", "葛\u{e0100}"],
  ["ｶﾞ", "ガ", "か", "ﾌﾟ", "ッ"],
  ["김", "민", "준", "한"],
  ["क़", "क्ष", "मा", "ஸ்ரீ", "ক্ষ"],
];

function randomSource(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

it("finds what 2 000 contacts in 12 scripts have, neither more nor less, in stable pages", async () => {
  const acme = await newWorkspace();
  const random = randomSource(11);
  const text = (parts: number) =>
    Array.from({ length: parts }, () => {
      const script = SYLLABLES[random(SYLLABLES.length)] ?? [];
      const part = script[random(script.length)] ?? "";
      return random(4) === 0 ? part.toUpperCase() : part;
    }).join(random(3) === 0 ? " " : "");
  const people = Array.from({ length: 2_000 }, (_, n) => ({
    id: newId(),
    email: `p${n}.${random(1_000)}@mail${n % 7}.example.com`,
    first_name: text(1 + random(3)).normalize("NFC"),
    last_name: random(4) ? text(1 + random(3)).normalize("NFC") : null,
    company: random(2) ? text(2 + random(4)).normalize("NFC") : null,
    custom_fields: random(2) ? { city: text(2).normalize("NFC"), code: `${text(1)} ${random(50)}` } : null,
  }));
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, company, custom_fields)
    select ${acme.id}, p.* from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb)
      as p(id uuid, email text, first_name text, last_name text, company text, custom_fields jsonb)`;
  const parts = people.map((one) =>
    [
      one.email,
      `${one.first_name}${one.last_name === null ? "" : ` ${one.last_name}`}`,
      one.company ?? "",
      ...Object.values(one.custom_fields ?? {}),
    ].map(foldSearch),
  );
  const expected = (search: string) => {
    const words = foldSearch(search).split(/\s+/u).filter(Boolean);
    return people
      .filter((_, n) => words.every((word) => parts[n]?.some((part) => part.includes(word))))
      .map((one) => one.id);
  };
  for (let round = 0; round < 300; round++) {
    const n = random(people.length);
    const own = parts[n] ?? [];
    const words = Array.from({ length: 1 + random(3) }, () => pieceOf(own, random)).sort(() => random(3) - 1);
    const search = words.join(" ").slice(0, 200).trim();
    const { data, total } = await listContacts(acme.id, { search, limit: 100 });
    const wanted = expected(search);
    expect(total, search).toBe(wanted.length);
    expect(wanted, search).toContain(people[n]?.id);
    expect(data.map((one) => one.id)).toEqual(wanted.toReversed().slice(0, 100));
  }
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listContacts(acme.id, { search: "example mail3", limit: 33, cursor });
    seen.push(...page.data.map((one) => one.id));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(expected("mail3 example").toReversed());
}, 60_000);

/** A substring of one of the fields, of at least two characters where possible. */
function pieceOf(fields: string[], random: (max: number) => number): string {
  const chars = [...(fields[random(fields.length)] || "p")];
  const from = random(Math.max(1, chars.length - 1));
  return chars.slice(from, from + 2 + random(6)).join("");
}

it("says the digits of phone numbers as the database does", async () => {
  const random = randomSource(5);
  const signs = [..."0123456789+() -./０٣x"];
  const phones = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 1 + random(14) }, () => signs[random(signs.length)]).join(""),
  );
  const rows = await pg()<{ digits: string }[]>`
    select phone_digits(phone) as digits from unnest(${phones}::text[]) with ordinality as p(phone, place) order by place`;
  expect(phones.map(phoneDigits)).toEqual(rows.map((row) => row.digits));
});
