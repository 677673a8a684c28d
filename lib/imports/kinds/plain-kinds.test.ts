import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/imports/route";
import { ApiError } from "@/lib/errors";
import { converted } from "@/lib/testing/converted";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { zipOf } from "@/lib/testing/zip";

const read = (file: string | Uint8Array, size = 9) => converted(file, size);

const refusal = async (file: string | Uint8Array) => {
  const error: unknown = await read(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, details: error.details, message: error.message };
};

const LINES = `{"email":"ann@example.com","id":12345678901234567890,"tags":["a","b, c"]}
{"email":"bob@example.com","note":"=1+1","n":null,"ok":true,"price":1.50,"nested":{"b":[1, 2]}}
`;
const TABLE = `email,id,tags,note,n,ok,price,nested
ann@example.com,12345678901234567890,"a;""b, c"""
bob@example.com,,,=1+1,,true,1.50,"{""b"":[1, 2]}"
`;

describe("JSON", () => {
  it.each([
    ["lines", LINES],
    ["an array", `[${LINES.trim().replace("\n", " ,\n")}]`],
    ["lines of Windows, with a mark", `\ufeff${LINES.replaceAll("\n", "\r\n")}`],
    ["UTF-16, as PowerShell writes it", Buffer.from(`\ufeff${LINES}`, "utf16le")],
    ["lines in gzip", gzipSync(LINES)],
    ["lines in a zip", zipOf([{ name: "people.jsonl", content: LINES }])],
  ])("is a table of what its objects say: %s", async (_, file) => expect(await read(file)).toBe(TABLE));

  it("keeps a text that an import would take for one that is guarded from spreadsheets", async () => {
    expect(await read('{"a":"\'=1","b":"=\\"1\\"","c":"\\u00e9{}\\"]"}')).toBe(
      'a,b,c\n\'\'=1,"\'=""1""","é{}""]"\n',
    );
  });

  it("takes the names of tags as our own answers have them", async () => {
    expect(await read('[{"tags":[{"id":1,"name":"VIP"},{"name":"x"}]}]')).toBe("tags\nVIP;x\n");
  });

  it.each([
    ["damaged", 2, '{"a":1}\n{"a":}\n'],
    ["damaged", 2, '{"a":1}\n[1]\n'],
    ["damaged", 1, '[{"a":1} {"a":2}]'],
    ["damaged", 1, '[{"a":1},{"a":2}'],
    ["damaged", 1, '{"a":"b'],
    ["damaged", 1, '[{"a":1}] x'],
    ["damaged", 1, `{"a":${"[".repeat(70)}`],
    ["record", 1, `{"a":"${"x".repeat(1024 * 1024)}"}`],
  ])("is refused with the line that is wrong: %s %#", async (reason, line, file) => {
    expect(await refusal(file)).toEqual({
      status: 415,
      details: { kind: "json", reason, line },
      message: expect.stringContaining(`ine ${line} `),
    });
  });

  it.each([
    '{"data":[{"email":"ann@example.com"},{"email":"bob@example.com"}],"total":2}',
    '[{"contacts": [ {"email":"ann@example.com"}]}]',
  ])("is refused when its list is inside of something else: %s", async (file) => {
    expect(await refusal(file)).toMatchObject({ status: 415, details: { kind: "json", reason: "no_list" } });
    expect(await read(`${file.replace(/^\[|\]$/g, "")}\n{"email":"a@example.com"}\n`)).toContain(
      "a@example.com",
    );
  });

  it("of one contact may have lists of objects in it", async () => {
    expect(await read('{"email":"a@example.com","others":[{"email":"b@example.com"}]}')).toMatch(
      /^email,others\n/,
    );
  });

  it.each(["[1,2,3]", "[]", '["ann@example.com"]', '"text"', "{}"])(
    "%s is no list, by its name",
    async (text) => {
      const { status, body } = await uploadText(await newWorkspace(), text, "people.json");
      expect([status, body]).toMatchObject([
        415,
        {
          message: expect.stringContaining("not a list of contacts"),
          details: { kind: "json", reason: "no_list" },
        },
      ]);
    },
  );

  it.each([
    [[{ email: "a@example.com" }], []],
    [{ email: "a@example.com" }, ["pathname"]],
  ])("sent as application/json is told how else: %j", async (body, path) => {
    const acme = await newWorkspace();
    const { status, body: got } = await acme.call(POST, { body });
    const message = expect.stringContaining("application/x-ndjson");
    expect([status, got.details[0]]).toEqual([400, { path, code: "invalid_type", message }]);
  });

  it("is refused when it is not UTF-8, or has no end of columns", async () => {
    expect(await refusal(Buffer.from('{"a":"\xe4"}', "latin1"))).toMatchObject({
      status: 415,
      details: { reason: "encoding" },
    });
    const wide = Object.fromEntries(Array.from({ length: 513 }, (_, at) => [`k${at}`, at]));
    expect(await refusal(JSON.stringify({ a: 1, ...wide }))).toMatchObject({
      status: 415,
      details: { reason: "columns" },
    });
  });

  it("is imported with its errors, its tags and its numbers as they are", async () => {
    const acme = await newWorkspace();
    const done = await importText(acme, `${LINES}{"email":"nobody"}\n{}\n`);
    expect(done).toMatchObject({ total_rows: 4, created_rows: 2, failed_rows: 2 });
    const contacts = await contactsOf(acme);
    expect(contacts.get("ann@example.com")?.tags).toMatchObject([{ name: "a" }, { name: "b, c" }]);
    expect(contacts.get("bob@example.com")?.custom_fields).toMatchObject({ nested: '{"b":[1, 2]}' });
  });

  it("has objects and lists in custom fields, because they are no names and no numbers", async () => {
    const acme = await newWorkspace();
    const lines = ["Ada", "Bob", "Eve"].map((first) =>
      JSON.stringify({
        ...{
          email: `${first.toLowerCase()}@example.com`,
          name: { first },
          phone: { home: "+49 30 1" },
          company: {},
        },
        ...{
          labels: ["a", "b"],
          email_consent: { state: "not_subscribed", level: "single opt-in", id: 12345678 },
        },
      }),
    );
    const { body } = await uploadText(acme, lines.join("\n"));
    const json = ["name", "phone", "company", "labels"];
    for (const header of json)
      expect(body.suggestions.find((one: { header: string }) => one.header === header)).toMatchObject({
        field: `custom_fields.${header}`,
        confidence: "low",
      });
    expect(body.draft.questions).toEqual(["email_consent"]);
    await importText(acme, lines.join("\n"));
    expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
      last_name: null,
      phone: null,
      tags: [],
      custom_fields: { name: '{"first":"Ada"}', labels: '["a","b"]' },
    });
  });

  it("has headers that nobody has to look for, whatever they are", async () => {
    const { status, body } = await uploadText(
      await newWorkspace(),
      '{"x@example.com":"a@example.com","1":2}\n',
    );
    expect([status, body.preview]).toEqual([
      201,
      { headers: ["x@example.com", "1"], rows: [["a@example.com", "2"]], totalRows: 1 },
    ]);
    expect([body.headerRow, body.source]).toEqual([1, { kind: "json", sheet: null, sheets: [] }]);
  });
});

const card = (version: string, ...lines: string[]) =>
  ["BEGIN:VCARD", `VERSION:${version}`, ...lines, "END:VCARD", ""].join("\r\n");
const HEAD = "email,first_name,last_name,phone,company";

describe("vCards", () => {
  it.each([
    [
      "2.1, quoted-printable in its charset, over two lines",
      card(
        "2.1",
        "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg",
        "EMAIL;INTERNET:a@example.com",
        "EMAIL;PREF;INTERNET:b@example.com",
        "NOTE;QUOTED-PRINTABLE:long =",
        "text=0D=0Aend",
        "PHOTO;BASE64:",
        " AAAA",
      ),
      [`${HEAD},other_emails,notes`, 'b@example.com,Jörg,Müller,,,a@example.com,"long text', 'end"'],
    ],
    [
      "3.0, folded, in groups, with escapes",
      card(
        "3.0",
        "N:Doe;Jane;Q.;Dr.;",
        "item1.EMAIL;type=INTERNET;type=pref:jane@exam",
        " ple.com",
        "item1.X-ABLabel:work",
        "ORG:ACME\\; Inc.;Sales;EU",
        "NOTE:a\\nb\\, c",
        "CATEGORIES:VIP,a\\,b",
      ),
      [
        `${HEAD},name_prefix,department,tags,notes`,
        'jane@example.com,Jane Q.,Doe,,ACME; Inc.,Dr.,"Sales, EU","VIP;""a,b""","a',
        'b, c"',
      ],
    ],
    [
      "4.0, with URIs and orders of preference",
      card(
        "4.0",
        "FN:安 王",
        "EMAIL;PREF=2:mailto:b@example.com",
        "EMAIL;PREF=1:a@example.com",
        'TEL;TYPE="cell,pref";VALUE=uri:tel:+49-1',
        "TEL:2",
      ),
      [`${HEAD},other_emails,other_phones`, "a@example.com,王,安,+49-1,,b@example.com,2"],
    ],
    [
      "one inside of another",
      card(
        "2.1",
        "N:A;B",
        "AGENT:",
        "BEGIN:VCARD",
        "EMAIL:x@example.com",
        "END:VCARD",
        "EMAIL:a@example.com",
      ),
      [HEAD, "a@example.com,B,A"],
    ],
  ])("are a table of contacts: %s", async (_, file, lines) => {
    expect(await read(file)).toBe(`${lines.join("\n")}\n`);
  });

  it("keep what a program noted about mail, which is asked about", async () => {
    const acme = await newWorkspace();
    const card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEMAIL:a@example.com\r\nX-NEWSLETTER:no\r\nX-ABUID:1\r\nEND:VCARD\r\n";
    const { preview, suggestions } = (await uploadText(acme, card, "a.vcf")).body;
    expect(preview.headers).toContain("x-newsletter");
    expect(preview.headers.join()).not.toContain("abuid");
    const { field } = suggestions.find(({ header }: { header: string }) => header === "x-newsletter");
    expect(field).toBe("is_subscribed");
  });

  it.each([
    "X-MAILCODE:DNM",
    "X-CODE:DNM",
    "X-STATUS:DNM",
    "X-EVOLUTION-LABEL:dnm",
    "X-TYPE:do not mail",
    "item1.X-ABLabel:do not mail",
    "CATEGORIES:vip,Unsubscribed",
    "NOTE:wants no mails",
  ])("are asked about, or read, when they say that somebody leaves: %s", async (line) => {
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEMAIL:a@example.com\r\n${line}\r\nEND:VCARD\r\n`;
    const { draft } = (await uploadText(await newWorkspace(), card, "a.vcf")).body;
    expect(draft.questions).toHaveLength(1);
  });

  it("are read in the encoding that they have", async () => {
    const latin = card(
      "3.0",
      "N:Müßig;Jürgen",
      "EMAIL:j@example.com",
      "NOTE:Grüße aus Köln, schönes Wetter über München",
    );
    expect(await read(Buffer.from(latin, "latin1"))).toContain("j@example.com,Jürgen,Müßig");
  });

  it.each([
    ["damaged", card("3.0", "EMAIL:a@example.com").replace("END:VCARD\r\n", "")],
    ["damaged", `${card("3.0")}EMAIL:a@example.com\r\n`],
    ["record", card("3.0", `NOTE:${"x".repeat(600_000)}`)],
  ])("are refused when one is not whole, or too large: %s %#", async (reason, file) => {
    expect(await refusal(file)).toMatchObject({ status: 415, details: { kind: "vcard", reason } });
  });

  it("may hold pictures of any size, in one line or many", async () => {
    const folded = Array.from({ length: 40_000 }, () => ` ${"A".repeat(74)}`);
    const many = card("3.0", "PHOTO;ENCODING=b:AAAA", ...folded, "EMAIL:a@example.com");
    expect(await read(many, 4096)).toBe(`${HEAD}\na@example.com\n`);
    const file = card("4.0", `PHOTO:data:image/png;base64,${"A".repeat(3_000_000)}`, "EMAIL:a@example.com");
    expect(await read(file, 4096)).toBe(`${HEAD}\na@example.com\n`);
  });

  it("have their names, in parts or whole, one beside the other", async () => {
    const acme = await newWorkspace();
    const whole = card("4.0", "FN:Bo van Ray", "EMAIL:b@example.com");
    const empty = card("3.0", "N:;;;;", "FN:Acme", "EMAIL:c@example.com");
    await importText(acme, card("4.0", "N:Li;Ada;;;", "FN:Ada Li", "EMAIL:a@example.com") + whole + empty);
    const contacts = [...(await contactsOf(acme)).values()].reverse();
    expect(contacts.map((one) => [one.first_name, one.last_name, one.custom_fields])).toEqual([
      ["Ada", "Li", null],
      ["Bo", "van Ray", null],
      ["Acme", null, null],
    ]);
  });

  it("are imported like any list", async () => {
    const acme = await newWorkspace();
    const file = `${card("3.0", "N:Doe;Jane", "EMAIL:jane@example.com", "CATEGORIES:VIP")}${card("3.0", "FN:Nobody")}`;
    expect(await importText(acme, file)).toMatchObject({ total_rows: 2, created_rows: 1, failed_rows: 1 });
    expect((await contactsOf(acme)).get("jane@example.com")).toMatchObject({
      first_name: "Jane",
      last_name: "Doe",
      tags: [{ name: "VIP" }],
    });
  });
});
