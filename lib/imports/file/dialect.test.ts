import { describe, expect, it } from "vitest";
import { cpuMs } from "@/lib/testing/cpu";
import { detectDialect, refuseBinary } from "./dialect";
import { parseHead } from "./records";

const detect = (text: string, whole = true) => detectDialect(Buffer.from(text), whole);

const people = [
  ["E-mail", "First name", "Last name", "Phone", "Note"],
  ["ada@example.com", "Ada", "Lovelace", "+44 20 7946 0001", "met at the fair, liked it"],
  ["bob@example.com", "Bob", "Stone", "", "a; b; c"],
  ["cid@example.com", "Cid", "Hall", "+1 202 555 0101", "two\nlines"],
];
const quoted = (cell: string) => (/[^\w@.+ -]/.test(cell) ? `"${cell}"` : cell);
const write = (rows: string[][], delimiter: string, newline: string) =>
  rows.map((row) => row.map(quoted).join(delimiter)).join(newline) + newline;

const delimiters = [",", ";", "\t", "|", "^", ":", "~", "\x1f", "\x1e"];
const newlines = ["\n", "\r\n", "\r"];
const tops: [string, string[][], number][] = [
  ["a header", [], 1],
  ["a title above the header", [["Contacts"]], 2],
  ["a padded title above the header", [["Contacts", "", "", "", ""]], 2],
  [
    "title, date and note above the header",
    [["Contacts of 2026"], ["Exported: 2026-11-20"], ["Confidential"]],
    4,
  ],
];

it.each([
  "Email,'Prénom','Last name'\na@x.de,Ada,Stone\nb@x.de,'Bob ''B'' Hall',Hall\nc@x.de,Cid,'O, Neil'\n",
  "'E-Mail';Name\na@x.de;Ada\nb@x.de;Bob\n",
])("reads single quotation marks around some cells, if only around names of columns: %s", (text) => {
  expect(detect(text)).toMatchObject({ quote: "'", headerRow: 1 });
});

it("leaves single quotation marks to a file of double ones", () => {
  const text = `"Email","'Nick'"\n"a@x.de","'Ada'"\n"b@x.de","Bob, B"\n`;
  expect(detect(text)).toMatchObject({ quote: '"' });
});

describe("the grid of delimiters, line ends and tops", () => {
  const grid = delimiters.flatMap((delimiter) =>
    newlines.flatMap((newline) =>
      tops.map(([name, above, headerRow]) => ({ delimiter, newline, name, above, headerRow })),
    ),
  );

  it.each(grid)("$delimiter $newline $name", ({ delimiter, newline, above, headerRow }) => {
    const text = write([...above, ...people], delimiter, newline);
    const found = detect(text);
    expect(found).toMatchObject({ delimiter, headerRow, firstRecord: headerRow + 1 });
    const records = parseHead(Buffer.from(text), true, delimiter, 100);
    expect(records.slice(headerRow - 1).map((record) => record.cells)).toEqual(people);
  });

  it.each(delimiters)("no header, delimiter %j", (delimiter) => {
    const found = detect(write(people.slice(1), delimiter, "\n"));
    expect(found).toMatchObject({ delimiter, headerRow: 0, firstRecord: 1 });
  });

  it.each([",", ";", "\t", "|"])("a header alone, delimiter %j", (delimiter) => {
    expect(detect(write(people.slice(0, 1), delimiter, "\n"))).toMatchObject({
      delimiter,
      headerRow: 1,
      firstRecord: 2,
    });
  });

  it.each([",", ";", "\t", "|"])("a sep= line wins over everything, delimiter %j", (delimiter) => {
    const found = detect(`sep=${delimiter}\r\n${write(people, delimiter, "\r\n")}`);
    expect(found).toMatchObject({ delimiter, headerRow: 1, certainty: { delimiter: "certain" } });
  });
});

describe("detection of the delimiter", () => {
  it.each([
    ["decimal commas in a semicolon file", "name;price;qty\nA;1,5;2\nB;2,75;3\nC;0,99;1\n", ";"],
    [
      "commas in most cells of a semicolon file",
      "name;place\nLovelace, Ada;London, UK\nStone, Bob;Bath, UK\n",
      ";",
    ],
    ["pipes within a comma file", "name,tags\nAda,a|b\nBob,c|d\n", ","],
    ["times in a comma file", "at,what\n12:30,lunch\n18:45,dinner\n", ","],
    ["web addresses in a tab file", "name\turl\nAda\thttps://a.example/x\nBob\thttps://b.example/y\n", "\t"],
    ["semicolon file with many line ends in quotes", 'a;b\n"x\ny\nz";1\n"p,q\nr,s";2\n', ";"],
    ["two-column semicolon file ending in a line end", "a;b\n1;2\n", ";"],
  ])("is right for %s", (_, text, delimiter) => {
    expect(detect(text).delimiter).toBe(delimiter);
  });

  it.each([
    ["addresses alone", "ada@example.com\nbob@example.com\ncid@example.com\n", 0],
    ["addresses below a header", "email\nada@example.com\nbob@example.com\n", 1],
    ["one address", "ada@example.com", 0],
    ["one word", "hello", 1],
  ])("reads a single column as such: %s", (_, text, headerRow) => {
    expect(detect(text)).toMatchObject({ delimiter: ",", headerRow });
  });

  const inside = [";", "|", " ", ":", "#", "~", "^"];
  it.each(
    [",", ";", "\t", "|"].flatMap((delimiter) =>
      inside.filter((one) => one !== delimiter).map((one) => ({ delimiter, one })),
    ),
  )("is not misled by as many $one in the values of each row as there are, between $delimiter", (found) => {
    const { delimiter, one } = found;
    const values = ["red", "green", "blue"].join(one);
    for (const cell of [values, `"${values}"`])
      for (const header of [
        ["email", "tags"],
        ["Straße", "E-Mail", "Stichworte"],
      ]) {
        const row = (n: number) => [...(header.length > 2 ? ["Am Markt"] : []), `ada${n}@example.com`, cell];
        const rows = [header, ...Array.from({ length: 300 }, (_, n) => row(n))];
        const text = rows.map((cells) => cells.join(delimiter)).join("\n");
        expect(detect(text), text.slice(0, 80)).toMatchObject({ delimiter, headerRow: 1, firstRecord: 2 });
      }
    const bare = Array.from({ length: 50 }, (_, n) => `ada${n}@example.com${delimiter}"${values}"`).join(
      "\n",
    );
    expect(detect(bare), "without headers").toMatchObject({ delimiter, headerRow: 0 });
  });

  it("keeps what the user says", () => {
    expect(detectDialect(Buffer.from("a,b;c\n1,2;3\n"), true, { delimiter: ";" })).toMatchObject({
      delimiter: ";",
      certainty: { delimiter: "certain" },
    });
  });

  it("has an answer for anything", () => {
    for (const text of [
      "",
      "\n\n",
      "\ufeff",
      '"',
      '"""',
      ",",
      ",,,\n,,,",
      "\0\0",
      "a".repeat(300_000),
      '"\n'.repeat(5000),
    ]) {
      for (const whole of [true, false]) {
        const found = detectDialect(Buffer.from(text), whole);
        expect(found.firstRecord).toBeGreaterThan(found.headerRow);
      }
    }
  });
});

it("takes bounded time for any head", async () => {
  const units = [
    "a,",
    '"',
    '"a\n',
    "x",
    "@",
    "a@",
    " ",
    "1|2|",
    `${"Vorname,".repeat(500)}\n`,
    `${"a,".repeat(500)}\n`,
  ];
  detect("a,b\n1,2\n");
  for (const unit of units) {
    const head = Buffer.from(unit.repeat(Math.ceil(262_144 / unit.length)));
    const tookMs = await cpuMs(() => detectDialect(head, false));
    expect(tookMs, JSON.stringify(unit.slice(0, 9))).toBeLessThan(600);
  }
});

describe("detection of the header row", () => {
  it.each([
    [
      "two header rows, the last counts",
      "E-Mail;Vorname;Nachname\nEmail;First name;Last name\nada@x.de;Ada;L\nbob@x.de;B;S\n",
      2,
    ],
    [
      "a row of groups above the headers",
      "Person,,Contact,\nFirst name,Last name,Email,Phone\nAda,L,a@x.de,+49 30 1234567\n",
      2,
    ],
    [
      "unknown headers above typed columns",
      "foo,bar,baz\n1,2024-01-02,x\n2,2024-01-03,y\n3,2024-01-04,z\n",
      1,
    ],
    ["headers that are known, rows without an address", "name,company\nAda,Engines\nBob,Stones\n", 1],
    [
      "LinkedIn's notes above the header",
      'Notes:\n"When exporting, some addresses may be missing. See https://example.com"\n\nFirst Name,Last Name,URL,Email Address,Company\nAda,L,https://e.com/a,ada@e.com,X\nBob,S,https://e.com/b,,Y\n',
      3,
    ],
    ["a first data row without an address", "n/a,Bob\nada@x.de,Ada\ncid@x.de,Cid\n", 0],
    ["no header, no address", "1,2024-01-02,3\n2,2024-01-03,4\n", 0],
    [
      "an address in a line above",
      "Exported by admin@example.com\nName,E-mail,Phone,City\nAda,ada@x.de,+49 30 1234567,Ulm\n",
      2,
    ],
    [
      "sparse rows below a full header",
      "First Name,Middle,Last Name,Suffix,E-mail Address,Fax,Notes\nAda,,,,a@x.de,,\n,,,,b@x.de,,\n",
      1,
    ],
    [
      "numbers above names in another language",
      "Field 1;Field 2;Field 3\nЕлектронна поща;Град;Абониран\na@x.de;Варна;Да\nb@x.de;Русе;Не\n",
      2,
    ],
    [
      "a group above names in another language",
      "Contact,\n이메일,회사\na@x.example,서울제과\nb@x.example,한빛\nc@x.example,\n",
      2,
    ],
    [
      "known names of groups above names in another language",
      "Person,,Contact,,Company\n이름,성,이메일,휴대폰,회사\n민준,김,a@x.example,0101234567,한빛\n서연,이,b@x.example,,\n",
      2,
    ],
    [
      "a group above names, and a delimiter at the end of each line",
      "Contact,,,\nNetfang,Gælunafn,Bær,\na@x.example,Ada,Ulm,\nb@x.example,Bob,Bath,\n",
      2,
    ],
    ["a header with a nameless column", "Email,Name,\na@x.de,Ada,VIP\nb@x.de,Bob,\n", 1],
    ["a nameless column above a broken address", "Email,Name,\nzoe@x,Zoe,VIP\nb@x.de,Bob,\nc@x.de,C,\n", 1],
    ["a nameless column above a word", "Email,Name,\nzed,Zoe,VIP\nb@x.de,Bob,\nc@x.de,C,\n", 1],
    [
      "a torn row below",
      'Posta;Soyad;Notlar\n"b@x.example" x;"Ada";"k; l"\na@x.example;İdris;y\nc@x.example;Esat;\n',
      1,
    ],
    ["numbers above a row without an address", "F1;F2\nzoe@;Zoe\na@x.de;Ada\nb@x.de;Bob\n", 1],
    ["blank lines above", "\n\n\nName,E-mail\nAda,a@x.de\n", 1],
  ])("finds it: %s", (_, text, headerRow) => {
    expect(detect(text).headerRow).toBe(headerRow);
  });
});

it.each([
  ["a column of addresses is named", "Email,Name,\nzed,Zoe,VIP\nb@x.de,Bob,\nc@x.de,C,VIP\n"],
  ["there are no addresses", "Name,,Phone\nሥም,አባት,ስልክ\nአበበ,በቀለ,+251 91 123 4567\nሳራ,ታደሰ,+251 91 123 4568\n"],
])("is a guess which of two lines is the header: %s", (_, text) => {
  expect(detect(text).certainty.headerRow).toBe("guess");
});

describe("refusal of what is no CSV", () => {
  const bytes = (hex: string, text = "") =>
    Buffer.concat([Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.from(text, "latin1")]);

  it.each([
    ["excel", bytes("504b0304 14000600", "[Content_Types].xml xl/workbook.xml"), /Unpack/],
    ["excel", bytes("d0cf11e0a1b11ae1"), /old kind.*Save As/],
    [
      "excel",
      bytes("d0cf11e0a1b11ae1", Buffer.from("EncryptedPackage", "utf16le").toString("latin1")),
      /password/,
    ],
    [
      "opendocument",
      bytes("504b0304", "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
      /LibreOffice/,
    ],
    ["zip", bytes("504b0304", "contacts.csv"), /Unpack/],
    ["gzip", bytes("1f8b0800"), /Unpack/],
    ["pdf", Buffer.from("%PDF-1.7\n"), /PDF/],
    ["image", bytes("89504e470d0a1a0a"), /picture/],
    ["image", bytes("ffd8ffe0"), /picture/],
    ["html", Buffer.from("\ufeff<!DOCTYPE html><html><table>"), /web page/],
    ["json", Buffer.from('[{"email": "a@b.de"}]'), /JSON/],
    ["vcard", Buffer.from("BEGIN:VCARD\nVERSION:3.0"), /vCard/],
    ["screen", Buffer.from("+-------+\n| email |\n+-------+\n"), /terminal.*psql/],
    ["screen", Buffer.from("┌───────┐\n│ email │\n└───────┘\n"), /terminal/],
    ["ldif", Buffer.from("version: 1\n\ndn: cn=Ada\nmail: ada@x.de\n"), /LDIF/],
    ["sql", Buffer.from("-- MySQL dump 10.13\n"), /SQL/],
    ["sql", Buffer.from("INSERT INTO people VALUES ('ada@x.de');\n"), /SQL/],
    ["utf-32", bytes("fffe0000 61000000"), /UTF-32/],
    ["binary", Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 37) % 32)), /not a text file/],
  ])("names %s and the way out", (kind, head, message) => {
    expect(refuseBinary(head)).toMatchObject({ kind, message: expect.stringMatching(message) });
  });

  it.each([
    ["text", Buffer.from("a,b\n1,2\n")],
    ["nothing", Buffer.alloc(0)],
    ["UTF-16", Buffer.from("\ufeffName,Mail\nAda,a@b.de\n", "utf16le")],
    ["UTF-16 without BOM", Buffer.from("Name,Mail\nAda,a@b.de\n", "utf16le")],
    ["aligned output of psql", Buffer.from(" email | name \n-------+------\n")],
    ["a header that begins like a statement", Buffer.from("Insert date,dn\n1,2\n")],
    ["headers in brackets", Buffer.from("[Name],[Mail]\n")],
    ["a header that begins like a signature", Buffer.from("PK,Name\n1,Ada\n")],
    [
      "text with a few stray controls",
      Buffer.from(`a,b\n${"x\0y,z\n".repeat(2)}${"more text, more\n".repeat(50)}`),
    ],
    ["Shift_JIS", Buffer.from("8e8196bc2c0a8e5293630a", "hex")],
  ])("lets %s pass", (_, head) => {
    expect(refuseBinary(head)).toBeNull();
  });
});

it("leaves names in double quotation marks whole, whatever some cells have in single ones", () => {
  const rows = Array.from(
    { length: 20 },
    (_, n) => `p${n}@x.de,"Berg, Ann",${n % 6 === 0 ? "'quoted'" : ""},Bonn,yes`,
  );
  const text = `Email,Name,Notes,City,Newsletter\n${rows.join("\n")}\n`;
  expect(detect(text)).toMatchObject({ quote: '"', delimiter: "," });
});
