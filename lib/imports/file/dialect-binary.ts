/** Recognises files that are not CSV by their first bytes and says what to do instead. Nothing is unpacked. */

import type { FileRefusal } from "../file-refusals";
import { bomOfUtf16, detectUtf16, looksUtf32, readability } from "./encoding-unicode";
import { isFactLines } from "./fact-lines";
import { areAddressLists, isFixedWidth } from "./table-shape";

interface Told {
  reason: FileRefusal;
  message: string;
}
export type Refusal = Told & { kind: string };

const because = (reason: FileRefusal, message: string): Told => ({ reason, message });

const EXCEL = because(
  "packed",
  "This is a packed Excel workbook. Unpack it and upload the workbook itself, as an .xlsx file.",
);
const OLD_EXCEL = because(
  "old_workbook",
  "This is an Excel workbook of the old kind (.xls). In Excel choose File → Save As → “Excel Workbook (*.xlsx)” or “CSV UTF-8 (Comma delimited)” and upload that file.",
);
const PROTECTED = because(
  "protected",
  "This Excel workbook is protected by a password. In Excel choose File → Info → Protect Workbook → Encrypt with Password, remove the password, save it and upload that file.",
);
const CALC = because(
  "opendocument",
  "This is an OpenDocument file. In LibreOffice choose File → Save As → “Excel 2007–365 (.xlsx)” or “Text CSV” and upload that file.",
);
const NUMBERS = because(
  "numbers",
  "This is an Apple Numbers file. In Numbers choose File → Export To → CSV and upload that file.",
);
const PACKED = because("packed", "This file is compressed. Unpack it and upload the CSV file inside.");
const NOTHING = because("nothing", "This archive contains no file. Upload the CSV file itself.");
const PICTURE = because("no_table", "This is a picture, not a table. Upload a CSV file.");
const PDF = because(
  "no_table",
  "This is a PDF. Export the list as CSV from the program it came from and upload that file.",
);
const WEB = because(
  "no_table",
  "This is a web page, even if it is named like a spreadsheet. Open it in a spreadsheet program and save it as CSV UTF-8.",
);
const SCREEN = because(
  "no_table",
  "This is a table as a terminal draws it. Export the list as CSV (in psql with --csv, in MySQL with mysql --batch) and upload that file.",
);
const LDIF = because(
  "no_table",
  "This is an LDIF file. Export the list as CSV or vCard and upload that file.",
);
const XML = because("no_table", "This is an XML file. Export the list as CSV and upload that file.");
const JSON_OTHER = because(
  "no_list",
  "This JSON is not a list of contacts. Export it as one object per line, as an array of objects or as CSV, and upload that file.",
);
const SQL = because("no_table", "These are SQL statements. Export the table as CSV and upload that file.");
const UTF32 = because("encoding", "This text is UTF-32. Save it as CSV UTF-8 and upload that file.");
const OTHER = because(
  "no_table",
  "This is not a text file. Upload a CSV file: text with one contact per line.",
);

const hex = (text: string) => Buffer.from(text, "hex").toString("latin1");

/** An archive, an empty one, a split one. */
const ZIP = [hex("504b0304"), hex("504b0506"), hex("504b0708")];

/** An archive without a file, whose end is its beginning, too. */
export const EMPTY_ARCHIVE: Refusal = { kind: "zip", ...NOTHING };
/** JSON that holds something else, or the list inside of something else. */
export const OTHER_JSON: Refusal = { kind: "json", ...JSON_OTHER };

/** First bytes (as Latin-1 text) → what the file is. */
const SIGNATURES: readonly [string, string, Told][] = [
  [hex("1f8b"), "gzip", PACKED],
  ["BZh", "bzip2", PACKED],
  [hex("fd377a585a00"), "xz", PACKED],
  [hex("377abcaf271c"), "7z", PACKED],
  ["Rar!\x1a\x07", "rar", PACKED],
  [hex("28b52ffd"), "zstd", PACKED],
  ["%PDF-", "pdf", PDF],
  [hex("89504e470d0a1a0a"), "image", PICTURE],
  [hex("ffd8ff"), "image", PICTURE],
  ["GIF87a", "image", PICTURE],
  ["GIF89a", "image", PICTURE],
  [hex("49492a00"), "image", PICTURE],
  [hex("4d4d002a"), "image", PICTURE],
  ["RIFF", "media", OTHER],
  ["SQLite format 3\0", "database", OTHER],
  ["PAR1", "parquet", OTHER],
  [hex("7f454c46"), "program", OTHER],
  [
    "{\\rtf",
    "rtf",
    because(
      "no_table",
      "This is a rich text document. Save the list as CSV from a spreadsheet program and upload that file.",
    ),
  ],
  [
    "BEGIN:VCARD",
    "vcard",
    because(
      "damaged",
      "This vCard file cannot be read. Export the contacts again, as vCard 3.0 or as CSV, and upload that file.",
    ),
  ],
  [hex("fffe0000"), "utf-32", UTF32],
  [hex("0000feff"), "utf-32", UTF32],
];

/** Text that is no list of cells, by how it begins. Frames may be drawn in UTF-8. */
const TEXTS: readonly [RegExp, string, Told][] = [
  [/^(?:\+[-=]{2,})+\+\s*[\r\n]/, "screen", SCREEN],
  [/^\xe2(?:\x94[\x8c\x8f]|\x95[\x94\xad])/, "screen", SCREEN],
  [/^(?:version:\s*1\s+)?dn::?\s/i, "ldif", LDIF],
  [/^<(?:!doctype\s+html|html|head|body|table|script)[\s>]/i, "html", WEB],
  [/^<\?xml\s/i, "xml", XML],
  [/^(?:\[\s*)?\{\s*"[^"]*"\s*:/, "json", JSON_OTHER],
  [/^(?:-- (?:mysql|mariadb|postgresql|phpmyadmin)\b|(?:insert\s+into|create\s+table)\s)/i, "sql", SQL],
];

/** What the file is and a sentence that helps, when its first bytes show that it cannot be CSV; else null. */
export function refuseBinary(head: Uint8Array): Refusal | null {
  const start = Buffer.from(head.subarray(0, 64 * 1024)).toString("latin1");
  if (ZIP.some((signature) => start.startsWith(signature))) return refuseZip(start);
  if (start.startsWith(hex("d0cf11e0a1b11ae1"))) {
    const isProtected = start.includes(Buffer.from("EncryptedPackage", "utf16le").toString("latin1"));
    return { kind: "excel", ...(isProtected ? PROTECTED : OLD_EXCEL) };
  }
  for (const [signature, kind, told] of SIGNATURES) {
    if (start.startsWith(signature)) return { kind, ...told };
  }
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  for (const [begins, kind, told] of TEXTS) {
    if (begins.test(text)) return { kind, ...told };
  }
  if (looksUtf32(head)) return { kind: "utf-32", ...UTF32 };
  return looksBinary(head) ? { kind: "binary", ...OTHER } : null;
}

const LINE_ENDS = because(
  "line_ends",
  "The lines of this file end in a character that ends no line of a CSV (such as U+001E, U+0085, U+2028 or U+2029). Save it with usual line ends and upload it again.",
);
/** As UTF-8 and in UTF-16: vertical tab, form feed, information separators, NEL, line and paragraph separator. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const SEPARATORS = /[\x0b\x0c\x1c-\x1f]|\xc2\x85|\xe2\x80[\xa8\xa9]|[\xa8\xa9]\x20|\x20[\xa8\xa9]/;

/** The refusal of a file without usual line ends, except at its end, but with line separators: it would be one single row. */
export function refuseLineEnds(head: Uint8Array): Refusal | null {
  const text = Buffer.from(head.subarray(0, 64 * 1024)).toString("latin1");
  let end = text.length;
  // A pattern for the end would cost the square of a long run of them.
  while (end > 0 && "\r\n\0".includes(text.charAt(end - 1))) end--;
  const start = text.slice(0, end);
  if (/[\r\n]/.test(start)) return null;
  return SEPARATORS.test(start) && start.includes("@") ? { kind: "line_ends", ...LINE_ENDS } : null;
}

const FIXED_WIDTH = because(
  "fixed_width",
  "The columns of this file are set apart by blanks. Open it in a spreadsheet program as text with fixed width, save it as CSV UTF-8 and upload that file.",
);

/** The refusal of a text in which blanks set the columns apart: it would be one single column. */
export function refuseFixedWidth(text: string): Refusal | null {
  return isFixedWidth(text) ? { kind: "text", ...FIXED_WIDTH } : null;
}

const FACTS = because(
  "no_table",
  "Each line of this file holds one fact, such as a name or an address, so it is not a table. Export the list as CSV from the program it came from, with one contact per line, and upload that file.",
);

/** The refusal of a text with a name and a value in each line: its names would be people. */
export function refuseFactLines(text: string): Refusal | null {
  return isFactLines(text) ? { kind: "text", ...FACTS } : null;
}

const LISTS = because(
  "no_table",
  "Lines of this file hold the addresses of several people. Put each in a line of its own and upload it again.",
);

/** The refusal of a list of recipients, as a mail program has it: all but the first of a line would be lost. */
export function refuseAddressLists(text: string, delimiter: string): Refusal | null {
  return areAddressLists(text, delimiter) ? { kind: "text", ...LISTS } : null;
}

/** A ZIP names its entries in clear text; the first ones tell what kind of document it is. */
function refuseZip(start: string): Refusal {
  if (start.startsWith(hex("504b0506"))) return EMPTY_ARCHIVE;
  if (start.includes("application/vnd.oasis.opendocument")) return { kind: "opendocument", ...CALC };
  if (start.includes("Index/Document.iwa") || start.includes("Index/Tables/"))
    return { kind: "numbers", ...NUMBERS };
  if (/(?:^|[^a-z])xl\/|\[Content_Types\]\.xml|_rels\/\.rels/.test(start)) return { kind: "excel", ...EXCEL };
  return { kind: "zip", ...PACKED };
}

/** Text has hardly any control characters: bytes in one-byte text, units in UTF-16. */
function looksBinary(head: Uint8Array): boolean {
  const bytes = head.subarray(0, 8192);
  const wide = bomOfUtf16(head) ?? detectUtf16(head);
  if (wide) {
    const { units, strange } = readability(bytes, wide);
    return strange > units * 0.05;
  }
  const controls = bytes.reduce((count, byte) => count + (byte < 32 && !TEXT_CONTROLS.has(byte) ? 1 : 0), 0);
  return bytes.length > 0 && controls / bytes.length > 0.05;
}

/** Tab, line ends, escape (ISO-2022-JP) and the separators of lines, records and fields. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27, 28, 29, 30, 31]);
