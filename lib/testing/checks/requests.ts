import fc, { type Arbitrary } from "fast-check";
import { brokenValue, fittingValue, hostileText } from "./arbitrary";
import { type Fixture, kindOf } from "./fixture";
import { credentials, type Endpoint, json, type Schema, type Sent } from "./operations";

/** Bodies that match no schema: bytes, broken JSON, inputs that trip parsers, the edges of the size limit. */
export const RAW_BODIES: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: "",
  "a space": " ",
  "a byte order mark": '\ufeff{"name":"a"}',
  "cut off": '{"name":"a',
  "a trailing comma": '{"name":"a",}',
  comment: '{"name":"a"}//',
  NaN: '{"name":NaN}',
  "single quotes": "{'name':'a'}",
  "two documents": '{"name":"a"}{"name":"b"}',
  "a repeated key": '{"name":"a","name":"b","email":"a@example.com","email":7,"first_name":"A"}',
  prototype: '{"__proto__":{"name":"a","isAdmin":true},"constructor":{"prototype":{"x":1}},"name":"p"}',
  "a lone surrogate": '{"name":"\\ud800","email":"a@example.com","first_name":"\\udc00"}',
  NUL: '{"name":"a\\u0000b","email":"a@example.com","first_name":"\\u0000"}',
  "a huge number": `{"name":${"9".repeat(400)}}`,
  "a long exponent": '{"name":1e999999}',
  "100 000 arrays": "[".repeat(100_000),
  "100 000 closed arrays": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "50 000 objects": `{"custom_fields":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
  "100 000 keys": `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(",")}}`,
  "exactly 1 MB": JSON.stringify({ name: "a".repeat(1024 * 1024 - 11) }),
  "1 MB and a byte": JSON.stringify({ name: "a".repeat(1024 * 1024 - 10) }),
  "invalid UTF-8": new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  "UTF-16": new Uint8Array(Buffer.from('{"name":"a"}', "utf16le")),
  gzip: new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]),
  "a form": "name=a&email=b",
  xml: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
};

export const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON;charset=latin1",
  "application/vnd.api+json",
  "text/plain",
  "text/csv",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  ";",
  "a/b/c",
];

/** Header values that fetch accepts: Latin-1 without line ends. */
const headerText = fc.oneof(
  fc.string({ maxLength: 40 }).map((value) => value.replace(/[^\x20-\x7e]/g, "?")),
  fc.constantFrom("", "\u00e9", "a".repeat(8192), "a,b", '"', "\t", "..", "{{7*7}}"),
);

const headers: Arbitrary<Record<string, string>> = fc.record(
  {
    "idempotency-key": headerText,
    "x-request-id": headerText,
    "x-forwarded-for": fc.oneof(
      headerText,
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom("unknown", "[::1]:80", "::ffff:10.0.0.1", "fe80::1%eth0", "1.2.3.4, 5.6.7.8", ",,,"),
    ),
    "x-real-ip": headerText,
    accept: fc.constantFrom("text/html", "*/*", "application/xml"),
    "content-length": fc.constantFrom("0", "-1", "1e9", "99999999999", "x"),
    "x-middleware-subrequest": fc.constant("middleware:middleware:middleware"),
    "accept-encoding": headerText,
  },
  { requiredKeys: [] },
);

/** A valid, almost valid or invalid request by the owner of a fixture. */
export function requestOf(one: Endpoint, fixture: Fixture): Arbitrary<Sent> {
  const ids = idsOf(fixture);
  return fc
    .record({
      params: paramsOf(one, fixture),
      query: queryOf(one, ids),
      content: contentOf(one, ids),
      extra: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    })
    .map(({ params, query, content, extra }) => ({
      method: one.method,
      params,
      query,
      body: content.body ?? null,
      // The code behind the guard is what is tested.
      headers: { ...content.headers, ...extra, ...credentials(one.auth, fixture.token) },
    }));
}

/** Mostly what the parameter names, else another id of ours, an unknown one, or nonsense. */
function paramsOf(one: Endpoint, fixture: Fixture): Arbitrary<Record<string, string>> {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const value = (name: string) => {
    const kind = kindOf(one.path, name);
    const right = kind === "import" ? [fixture.import, fixture.finishedImport] : [fixture[kind]];
    return fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...right) },
      { weight: 1, arbitrary: idsOf(fixture) },
      { weight: 1, arbitrary: hostileText },
    );
  };
  return fc.record(Object.fromEntries(names.map((name) => [name, value(name)])));
}

function queryOf(one: Endpoint, ids: Arbitrary<string>): Arbitrary<string> {
  const declared = one.described.parameters?.filter((each) => each.in === "query") ?? [];
  const shape = Object.fromEntries(
    declared.map(({ name, schema }) => [
      name,
      fc.oneof(
        {
          weight: 3,
          arbitrary: fittingValue(schema, ids).map((value) => encodeURIComponent(wellFormed(value))),
        },
        { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
        { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "%ff%fe", "%ud800", "%F0%9F") },
      ),
    ]),
  );
  const pairs = fc.record(shape, { requiredKeys: [] }).map((values) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join("&"),
  );
  const junk = fc.constantFrom(
    "",
    "&",
    "=",
    "&&a=1&a=2",
    "&__proto__=x",
    "&limit",
    "&constructor[prototype]=1",
  );
  const broken = fc.tuple(pairs, junk).map(([text, tail]) => text + tail);
  return fc.oneof({ weight: 3, arbitrary: broken }, { weight: 1, arbitrary: fc.constant("") });
}

const wellFormed = (value: unknown) => String(value).toWellFormed();

type Content = Pick<Sent, "body" | "headers">;

function contentOf(one: Endpoint, ids: Arbitrary<string>): Arbitrary<Content> {
  const declared = one.described.requestBody?.content ?? {};
  if (one.method === "GET") return fc.constant({});
  const schema: Schema = declared["application/json"]?.schema ?? { type: "object" };
  const raw = fc
    .tuple(fc.constantFrom(...Object.values(RAW_BODIES)), fc.constantFrom(...CONTENT_TYPES))
    .map(([body, type]) => ({ body, headers: { "content-type": type } }));
  const example = one.operation.example === undefined ? {} : json(one.operation.example);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(example) },
    { weight: 4, arbitrary: fittingValue(schema, ids).map(json) },
    { weight: 4, arbitrary: brokenValue(schema, ids).map(json) },
    { weight: 2, arbitrary: raw },
    ...("text/csv" in declared ? [{ weight: 6, arbitrary: csvUpload }] : []),
  );
}

const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  hostileText,
  fc.constantFrom("a@example.com", '"', "\n", ";"),
);
/** Files that look like CSV, some of them only at first sight. */
const csvUpload: Arbitrary<Content> = fc
  .tuple(
    fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
    fc.constantFrom(",", ";", "\t", "|"),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.constantFrom("", "email,name\n", "\ufeff", "sep=;\n"),
  )
  .map(([rows, delimiter, end, start]) => ({
    body:
      start +
      rows
        .map((row) => row.join(delimiter))
        .join(end)
        .toWellFormed(),
    headers: { "content-type": "text/csv" },
  }));

/** Ids that exist, and ids that do not. */
function idsOf({ contact, tag, import: pending, finishedImport, export: exported, apiKey }: Fixture) {
  const own = fc.constantFrom(contact, tag, pending, finishedImport, exported, apiKey);
  return fc.oneof({ weight: 6, arbitrary: own }, { weight: 1, arbitrary: fc.uuid() });
}
