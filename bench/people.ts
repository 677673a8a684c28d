/**
 * A made-up address list, the same for the same seed: names in several scripts, quoted cells with delimiters, quotes
 * and line ends, 3 % repeated people (a third of them in capitals) and 1 % bad addresses. The model says what an
 * import of it must leave in an empty workspace, computed here from the values, never from the file.
 */
export interface Person {
  email: string;
  first: string;
  last: string;
  phone: string;
  company: string;
  notes: string;
  city: string;
  plan: string;
}

export interface Contact {
  first_name: string;
  last_name: string | null;
  phone: string | null;
  company: string | null;
  notes: string | null;
  custom_fields: Record<string, string> | null;
}

export const HEADER = "Email,First Name,Last Name,Phone,Company,Notes,City,Plan,Source,Score";
export const MAPPING = {
  Email: "email",
  "First Name": "first_name",
  "Last Name": "last_name",
  Phone: "phone",
  Company: "company",
  Notes: "notes",
  City: "custom_fields.city",
  Plan: "custom_fields.plan",
  Source: "skip",
  Score: "skip",
};
export const HEADERS = Object.keys(MAPPING);

const FIRST = [
  "Ada",
  "José",
  "Zoë",
  "Łukasz",
  "Søren",
  "Мария",
  "Владимир",
  "太郎",
  "小燕",
  "민준",
  "Ayşe",
  "Björk",
  "Noël",
  "Anna",
  "John",
];
const LAST = [
  "Smith",
  "Núñez",
  "Müller",
  "Wałęsa",
  "Ångström",
  "Иванова",
  "Петров",
  "山田",
  "王",
  "김",
  "Yılmaz",
  "O'Neil",
  "D’Arc",
  "van Dyk",
  "Goldsmith",
];
const COMPANY = [
  "Acme",
  "Müller & Söhne",
  "Engines, Ltd",
  'The "Best" Co',
  "Société Générale",
  "ООО Ромашка",
  "株式会社テスト",
  "",
];
const CITY = ["Berlin", "København", "São Paulo", "Москва", "東京", "Zürich", "Paris", "Oslo"];
const PLAN = ["free", "pro", "team", ""];

/** Mulberry32: small, fast, good enough, and the same everywhere. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface PeopleOptions {
  seed?: number;
  /** Share of rows that name a person again. */
  repeats?: number;
  /** Share of rows with a bad address. */
  bad?: number;
  /** Appended to every note, so that a second file changes every row. */
  edition?: string;
}

/** The rows one by one; `bad` ones have an address no mail server would take. */
export function* people(
  rows: number,
  options: PeopleOptions = {},
): Generator<{ person: Person; bad: boolean }> {
  const { seed = 1, repeats = 0.03, bad = 0.01, edition = "" } = options;
  const random = randomSource(seed);
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  for (let row = 0; row < rows; row++) {
    const isBad = random() < bad;
    const isRepeat = row > 0 && random() < repeats;
    const number = isRepeat ? Math.floor(random() * row) : row;
    const user = `person.${number.toString(36)}`;
    const shown = isRepeat && random() < 0.3 ? user.toUpperCase() : user;
    const person = {
      email: isBad ? `${user} at example.com` : `${shown}@mail${number % 97}.example.com`,
      first: pick(FIRST),
      last: pick(LAST),
      phone: random() < 0.6 ? `+49 30 ${Math.floor(random() * 1e7)}` : "",
      company: pick(COMPANY),
      notes: random() < 0.3 ? `Met at "${pick(CITY)}",\nsaid: ${pick(FIRST)}; again${edition}` : edition,
      city: pick(CITY),
      plan: pick(PLAN),
    };
    yield { person, bad: isBad };
  }
}

/** The file, in pieces of about 64 KiB. */
export function* peopleCsv(rows: number, options: PeopleOptions = {}): Generator<Buffer> {
  let text = `${HEADER}\n`;
  let row = 0;
  for (const { person: p } of people(rows, options)) {
    row++;
    text += `${[p.email, p.first, p.last, p.phone, p.company, p.notes, p.city, p.plan, "web", String(row % 100)].map(quote).join(",")}\n`;
    if (text.length < 65536) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text) yield Buffer.from(text);
}

export function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export interface Model {
  contacts: Map<string, Contact>;
  created: number;
  updated: number;
  failed: number;
}

/** What importing that file into an empty workspace must give. */
export function expectedModel(rows: number, options: PeopleOptions = {}): Model {
  const contacts = new Map<string, Contact>();
  let updated = 0;
  let failed = 0;
  for (const { person, bad } of people(rows, options)) {
    if (bad) {
      failed++;
      continue;
    }
    const email = person.email.toLowerCase();
    const known = contacts.get(email);
    if (known) updated++;
    const custom = {
      ...known?.custom_fields,
      ...(person.city && { city: person.city }),
      ...(person.plan && { plan: person.plan }),
    };
    contacts.set(email, {
      first_name: person.first,
      last_name: person.last,
      phone: person.phone || known?.phone || null,
      company: person.company || known?.company || null,
      notes: person.notes || known?.notes || null,
      custom_fields: Object.keys(custom).length > 0 ? custom : null,
    });
  }
  return { contacts, created: contacts.size, updated, failed };
}
