import { filled, kindOf, membersOf, type Operation, type Schema, withMember } from "./document";
import type { Fixture } from "./fixture";
import { type Answer, ask, inParallel, type Json, type Sent, type Target } from "./target";

/** Values that trip parsers, databases and logs. */
const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\ufeff",
  "\u202e",
  "__proto__",
  "' or 1=1 --",
  "%",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "\r\nX-A: b",
  "1e400",
  "99999999999999999999",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  "a".repeat(300),
  "a".repeat(120_000),
  "e\u0301".repeat(300),
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: { b: [1] } },
  Array(501).fill("0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"),
  Array(20_000).fill(1),
  nested(500),
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}'),
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

const isFull = process.env.KITH_FULL === "1";

/** Bodies that match no schema. */
const RAW: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: "",
  "cut off": '{"name":"a',
  "a comma": '{"name":"a",}',
  NaN: '{"name":NaN}',
  "two documents": '{"name":"a"}{"name":"b"}',
  "a huge number": `{"name":${"9".repeat(400)}}`,
  "a long exponent": '{"name":1e999999}',
  "100 000 arrays": "[".repeat(100_000),
  "100 000 closed arrays": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "50 000 objects": `{"custom_fields":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
  "60 000 keys": `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(",")}}`,
  "10 MB": JSON.stringify({ name: "a".repeat(10_000_000) }),
  "broken UTF-8": new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  "UTF-16": new Uint8Array(Buffer.from('{"name":"a"}', "utf16le")),
  gzip: new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  xml: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
};

const QUERIES = [
  "",
  "%00",
  "%ff",
  "%ED%A0%80",
  "a".repeat(3000),
  "-1",
  "0",
  "1e400",
  "[]",
  "%27%20or%201=1--",
  "__proto__",
  ",,,",
  "null",
];
const PATHS = [
  "nonsense",
  "0",
  "%00",
  "a%2fb",
  "%27%20or%201=1--",
  "a".repeat(2000),
  "%F0%9F%98%80",
  "__proto__",
  "null",
];

const part = (name: string, file: string | null, body: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file === null ? "" : `; filename="${file}"`}\r\n\r\n${body}\r\n`;
const CSV = "email,first_name\na@example.com,A\n";

/** Forms and files that are malformed. Each is sent by a user who may still upload. */
export const UPLOADS: Record<string, Sent> = Object.fromEntries([
  ...Object.entries({
    "that ends early": part("file", "a.csv", CSV),
    "of nothing": "--x--\r\n",
    "without a file": `${part("a", null, "b")}--x--`,
    "of 1000 parts": `${Array.from({ length: 1000 }, (_, i) => part(`f${i}`, null, "x")).join("")}--x--`,
    "with a huge head": `--x\r\nX-A: ${"a".repeat(300_000)}\r\n\r\nb\r\n--x--`,
    "with a huge field": `${part("a", null, "b".repeat(3_000_000))}--x--`,
    "whose file has no end of head": '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"',
    "whose name climbs": `${part("file", "../../../../etc/passwd\0.csv", CSV)}--x--`,
    "named __proto__": `${part("__proto__", "__proto__", CSV)}--x--`,
  }).map(([name, body]) => [
    `a form ${name}`,
    { headers: { "content-type": "multipart/form-data; boundary=x" }, body },
  ]),
  ["a form without a boundary", { headers: { "content-type": "multipart/form-data" }, body: "x" }],
  [
    "a form with a long boundary",
    { headers: { "content-type": `multipart/form-data; boundary=${"b".repeat(900)}` }, body: "x" },
  ],
  ...Object.entries({
    "that is empty": "",
    "of NULs": "\0".repeat(5000),
    "of line ends": "\n".repeat(500_000),
    "of quotes": '"'.repeat(500_001),
    "of 20 000 columns": `${"a,".repeat(20_000)}\n`,
    "of one cell": `email,first_name\n"${"a".repeat(3_000_000)}`,
    "that is an archive": "PK\x03\x04".padEnd(2000, "\0"),
    "with hostile headers": "__proto__,constructor,toString,email\n1,2,3,a@example.com\n",
  }).map(([name, body]) => [`a file ${name}`, { headers: { "content-type": "text/csv" }, body }]),
]);

/** What breaks the contract that the document defines for an operation. */
export function contractFaults(operation: Operation, title: string, got: Answer): string[] {
  const faults: string[] = [];
  const { status, json, text } = got;
  if (status >= 500) faults.push(`${status} ${text.slice(0, 80)}`);
  else if (!operation.statuses.includes(String(status))) faults.push(`${status} is not described`);
  if (
    status >= 400 &&
    (typeof json?.code !== "string" || typeof json?.message !== "string" || json.message === "")
  )
    faults.push(`an undocumented refusal ${text.slice(0, 80)}`);
  if (/node_modules|\.next\/|PostgresError|at \w+ \(/.test(text) && status >= 400)
    faults.push("tells of its inside");
  if (text.includes("isAdmin") && status >= 500) faults.push("repeats it");
  return faults.map((fault) => `${operation.id} ${title}: ${fault}`);
}

interface Case {
  title: string;
  path: string;
  sent: Sent;
}

/** Every parameter and member of an operation with every kind of invalid value. */
export function casesOf(operation: Operation, { ids, pending }: Fixture): Case[] {
  const { method, example, schema } = operation;
  const own = (slot: string) =>
    kindOf(operation, slot) === "imports" ? pending : (ids[kindOf(operation, slot)] ?? "");
  const path = filled(operation, own);
  const isJson = operation.types.includes("application/json");
  const body = (value: unknown): Sent => ({
    method,
    headers: { "content-type": "application/json" },
    body: text(value),
  });
  const plain: Sent = isJson ? body(example) : { method };
  const slots = operation.slots.flatMap((slot) =>
    PATHS.map((value) => ({
      title: `{${slot}}=${value.slice(0, 20)}`,
      path: filled(operation, (each) => (each === slot ? value : own(each))),
      sent: plain,
    })),
  );
  const queries = [...operation.query.map(({ name }) => name), "__proto__", "constructor[prototype]"].flatMap(
    (name) =>
      QUERIES.map((value) => ({
        title: `?${name}=${value.slice(0, 20)}`,
        path: `${path}?${name}=${value}`,
        sent: plain,
      })),
  );
  if (!isJson) return [...slots, ...queries];
  // Of the values that the long run sends for every member, each gets a third in rotation; over all members nothing is
  // left out.
  const share = (n: number) => HOSTILE.filter((_, i) => isFull || i % 3 === n % 3);
  const members = [...membersOf(schema), ...strangeMembers(schema)].flatMap(({ at }, n) =>
    share(n).map((value) => ({
      title: `${at.join(".")}=${text(value).slice(0, 40)}`,
      path,
      sent: body(withMember(example, at, value)),
    })),
  );
  const whole = HOSTILE.map((value) => ({ title: text(value).slice(0, 40), path, sent: body(value) }));
  const raw = Object.entries(RAW).map(([title, value]) => ({
    title,
    path,
    sent: { ...body({}), body: value },
  }));
  const keys = operation.isIdempotent ? ["", "\u00e9", "a".repeat(300), "a, b", "\t"] : [];
  const headers = keys.map((key) => ({
    title: `Idempotency-Key ${key.slice(0, 20)}`,
    path,
    sent: { ...plain, headers: { ...plain.headers, "idempotency-key": key } },
  }));
  return [...slots, ...queries, ...members, ...whole, ...raw, ...headers];
}

/** As JSON.stringify, but lone surrogates stay as they are, escaped. */
const text = (value: unknown) => JSON.stringify(value) ?? "null";

function strangeMembers(schema: Schema): { at: string[] }[] {
  const free = Object.entries<Schema>(schema.properties ?? {}).filter(([, one]) => one.additionalProperties);
  return [
    { at: ["__proto__"] },
    { at: ["constructor"] },
    ...free.map(([name]) => ({ at: [name, "__proto__"] })),
  ];
}

/** How many of everything a workspace has. */
async function inventory(at: Target, fixture: Fixture): Promise<Record<string, number>> {
  const count = async (path: string) => {
    const { json } = await ask(at, path, { headers: { authorization: `Bearer ${fixture.token}` } });
    return json.total ?? json.data.length;
  };
  const [contacts, tags, imports, exports, keys] = await Promise.all([
    count("/api/contacts?limit=1"),
    count("/api/tags"),
    count("/api/imports?limit=1"),
    count("/api/exports?limit=1"),
    count("/api/api-keys"),
  ]);
  return {
    createContact: contacts,
    createTag: tags,
    createImport: imports,
    createExport: exports,
    createApiKey: keys,
  };
}

/** Sends all cases of some operations; returns what breaks the contract, and what a refused request left behind. */
export async function inputFaults(
  at: Target,
  operations: Operation[],
  fixture: Fixture,
  { isCounted = true } = {},
): Promise<{ tried: number; faults: string[] }> {
  const before = isCounted ? await inventory(at, fixture) : {};
  const made: Record<string, number> = {};
  const cases = operations.flatMap((operation) =>
    casesOf(operation, fixture).map((one) => ({ operation, ...one })),
  );
  const found = await inParallel(cases, async ({ operation, title, path, sent }) => {
    const headers = { authorization: `Bearer ${fixture.token}`, ...sent.headers };
    const got: Answer | string = await ask(at, path, { ...sent, headers }).catch((error: Json) =>
      String(error.cause ?? error),
    );
    if (typeof got === "string") return [`${operation.id} ${title}: ${got}`];
    if (got.status < 300 && !got.headers.get("idempotency-replayed"))
      made[operation.id] = (made[operation.id] ?? 0) + 1;
    return contractFaults(operation, title, got);
  });
  const after = isCounted ? await inventory(at, fixture) : {};
  const left = Object.entries(after).flatMap(([id, count]) => {
    const expected = (before[id] ?? 0) + (made[id] ?? 0);
    return count === expected
      ? []
      : [`${id}: ${made[id] ?? 0} were accepted, but there are ${count} instead of ${expected}`];
  });
  return { tried: cases.length, faults: [...found.flat(), ...left] };
}
