import { describe, expect, it } from "vitest";
import { suggestMapping } from "@/lib/imports/mapping/suggest";
import { inChunks } from "@/lib/testing/corpus/streams";
import { refuseBinary } from "./dialect";
import { decodeToUtf8, detectEncoding } from "./encoding";

/** Names and towns as Excel's "Unicode text" writes them, one script each. */
const SCRIPTS: Record<string, string[]> = {
  Russian: ["Иванова Мария", "Екатеринбург", "Сидоров Пётр", "Ростов-на-Дону"],
  Bulgarian: ["ГЕОРГИ ЙОРДАНОВ", "Велико Търново", "Щерева", "София"],
  Greek: ["Παπαδόπουλος Γιώργος", "Θεσσαλονίκη", "Ελένη Χατζή", "Αθήνα"],
  Polish: ["Łukasz Żółć", "Wrocław", "Agnieszka Śliwińska", "Łódź"],
  Hebrew: ["דוד כהן", "ירושלים", "מרים לוי", "תל אביב"],
  Arabic: ["محمد العلي", "القاهرة", "فاطمة حسن", "دمشق"],
  Thai: ["สมชาย ใจดี", "กรุงเทพมหานคร", "มาลี", "เชียงใหม่"],
  Hindi: ["राहुल शर्मा", "नई दिल्ली", "प्रिया", "मुंबई"],
  Armenian: ["Արամ Պետրոսյան", "Երևան", "Անի", "Գյումրի"],
  Georgian: ["გიორგი ბერიძე", "თბილისი", "ნინო", "ქუთაისი"],
  Chinese: ["王一一", "北京市朝阳区一号", "李娜", "上海"],
  Japanese: ["佐藤 一郎", "東京都新宿区", "ﾀﾅｶ", "ひらがな"],
  Korean: ["김민준", "서울특별시", "이서연", "부산"],
  Emoji: ["Zoë 🎉", "São Paulo 🌍", "𠮷野家", "…"],
};

const BIG = (text: string) => Buffer.from(text, "utf16le").swap16();
const LITTLE = (text: string) => Buffer.from(text, "utf16le");

const files = Object.entries(SCRIPTS).flatMap(([script, words]) => [
  [script, "one row", `Name\tE-mail\r\n${words[0]}\ta@example.com\r\n`],
  [
    script,
    "rows",
    `email;name;note\n${Array.from({ length: 30 }, (_, row) => `p${row}@example.com;${words[row % 4]};${words.join(" ")}`).join("\n")}`,
  ],
  [script, "mostly notes", `email,note\nada@example.com,"${words.join(" ").repeat(40)}"\n`],
  [script, "headers of its own", `${words[0]},${words[1]}\r\n${words[2]},ada@example.com\r\n`],
]) as [string, string, string][];

async function read(bytes: Uint8Array, size: number): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of decodeToUtf8(inChunks(bytes, size), detectEncoding(bytes, true).encoding))
    parts.push(part);
  return Buffer.concat(parts).toString();
}

describe.each(files)("UTF-16 in %s (%s)", (_, __, text) => {
  it.each([
    ["utf-16le", "certain", LITTLE(`\ufeff${text}`)],
    ["utf-16be", "certain", BIG(`\ufeff${text}`)],
    ["utf-16le", "likely", LITTLE(text)],
    ["utf-16be", "likely", BIG(text)],
  ])("is text, and read as %s (%s)", async (encoding, certainty, bytes) => {
    expect(refuseBinary(bytes)).toBeNull();
    expect(detectEncoding(bytes, true)).toMatchObject({ encoding, certainty });
    // The head of a file may end inside a unit or a pair.
    for (let cut = 1; cut <= 4 && cut < bytes.length - 8; cut++) {
      const head = bytes.subarray(0, bytes.length - cut);
      expect(detectEncoding(head, false).encoding).toBe(encoding);
      expect(refuseBinary(head)).toBeNull();
    }
    expect(await read(bytes, 7)).toBe(text);
  });
});

describe("what only looks like UTF-16", () => {
  const noise = (length: number, bits: number) => {
    let state = 12345;
    return Uint8Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return (state >> 16) & bits;
    });
  };

  it.each([
    ["noise", noise(5000, 255)],
    ["noise of small numbers", noise(5000, 15)],
    ["noise after a byte order mark", Buffer.concat([Buffer.of(0xff, 0xfe), noise(5000, 31)])],
    ["zeros", Buffer.alloc(4000)],
    [
      "16-bit samples of sound",
      Buffer.from(Int16Array.from({ length: 4000 }, (_, i) => 9000 * Math.sin(i / 9)).buffer),
    ],
    ["counters of 32 bits", Buffer.from(Uint32Array.from({ length: 2000 }, (_, i) => i * 3).buffer)],
  ])("is refused: %s", (_, bytes) => {
    expect(refuseBinary(bytes)).toMatchObject({ message: expect.stringContaining("not a text file") });
  });

  it.each([0, 1, 2, 3])("UTF-32 is named, with a mark and without (%i)", (kind) => {
    const points = [...(kind & 1 ? "\ufeff" : ""), ..."email,name\nada@example.com,Ада\n"];
    const bytes = Buffer.alloc(points.length * 4);
    points.forEach((point, at) => {
      const code = point.codePointAt(0) ?? 0;
      if (kind & 2) bytes.writeUInt32BE(code, at * 4);
      else bytes.writeUInt32LE(code, at * 4);
    });
    expect(refuseBinary(bytes)).toMatchObject({ kind: "utf-32", message: expect.stringContaining("UTF-32") });
  });

  it.each([
    ["one stray zero byte in UTF-8", Buffer.from("email,name\nada@example.com,Ad\0a\n")],
    ["ASCII", Buffer.from("email\nada@example.com\n")],
    ["windows-1251", Buffer.from("email,\xc8\xec\xff\nada@example.com,\xc0\xe4\xe0\n", "latin1")],
  ])("is text of bytes: %s", (_, bytes) => {
    expect(refuseBinary(bytes)).toBeNull();
    expect(detectEncoding(bytes, true).encoding).not.toMatch(/utf-16/);
  });
});

/** As macOS writes names: a letter and its accent as two characters. */
describe("UTF-8 with accents of their own", () => {
  const NAMES = [
    "José Pérez",
    "Müller",
    "Ångström",
    "Žižek",
    "Nuñez",
    "François",
    "Nguyễn Thị Hạnh",
    "Łucja Śliwa",
    "Ősz",
  ];
  it.each([...NAMES, "Й", "Ёлкин", "Ελένη", "y\u0336e\u0336s\u0336"])("is certain: %s", (name) => {
    for (const rows of [1, 3, 200]) {
      const text = `Email,Prénom\n${`a@example.com,${name}\n`.repeat(rows)}`.normalize("NFD");
      expect(detectEncoding(Buffer.from(text), true)).toMatchObject({
        encoding: "utf-8",
        certainty: "certain",
      });
    }
  });

  it("is recognised by its headers, too", () => {
    const headers = ["E-Mail", "Prénom", "Téléphone", "Société"].map((one) => one.normalize("NFD"));
    const rows = [["a@example.com", "Ann", "+33 1 23 45 67 89", "Acme"]];
    expect(suggestMapping(headers, rows).map(({ field }) => field)).toEqual([
      ...["email", "first_name", "phone", "company"],
    ]);
  });
});
