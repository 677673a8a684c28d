import { type ZipPart, zipOf } from "./zip";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

export interface BookOptions {
  /** XML of the rows by the names of the sheets. */
  sheets: Record<string, string>;
  /** XML of the shared strings. */
  strings?: string;
  /** Format codes; a cell's `s` is the position here, from 1. */
  formats?: string[];
  /** Whether text of the last style, after those of `formats`, is struck through. */
  struck?: boolean;
  /** Attributes of the workbook's properties, such as `date1904="1"`. */
  properties?: string;
  hidden?: string[];
  /** Merged ranges of every sheet. */
  merged?: string[];
  /** Parts that replace or supplement the generated ones; null omits one. */
  parts?: Record<string, string | null>;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** A workbook with these sheets: what Excel writes, without the parts that do not concern cells. */
export function workbookOf({
  sheets,
  strings,
  formats = [],
  struck = false,
  properties = "",
  hidden = [],
  merged = [],
  parts = {},
}: BookOptions): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map(
    (name, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ""} r:id="rId${at + 1}"/>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const related = [
    ...names.map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`)),
    relation("strings", "sharedStrings", "/xl/sharedStrings.xml"),
    relation("styles", "styles", "styles.xml"),
  ];
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join("");
  const below = merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`;
  const made: Record<string, string | null> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr ${properties}/><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}">${related.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join("")}</numFmts><fonts><font><strike val="0"/></font><font><b/><strike/></font></fonts><cellXfs><xf numFmtId="0"/>${styles.join("")}${struck ? '<xf numFmtId="0" fontId="1"/>' : ""}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings ?? ""}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${below}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
  return zipOf(
    Object.entries(made).flatMap(([name, content]): ZipPart[] =>
      content === null
        ? []
        : [{ name, content: /^\s*<\?|^\ufeff/.test(content) ? content : `${head}${content}` }],
    ),
  );
}

/** Rows of texts, written into their cells. */
export function rowsOf(table: string[][]): string {
  return table
    .map((cells, row) => {
      const made = cells.map((text, column) => {
        const ref = `${String.fromCharCode(65 + column)}${row + 1}`;
        return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
      });
      return `<row r="${row + 1}">${made.join("")}</row>`;
    })
    .join("");
}
