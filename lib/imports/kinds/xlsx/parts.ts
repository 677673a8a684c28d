import { damaged, refusedKind } from "../refused";
import { attributes, isTrue, readXml, type XmlHandler } from "../xml";
import { readEntry, type Zip, type ZipEntry } from "../zip";
import { builtInFormat, type NumberFormat, numberFormat } from "./number-format";
import { tooLarge } from "./strings";

/** A sheet with cells, as the workbook lists it. */
interface Sheet {
  name: string;
  isHidden: boolean;
  path: string;
}

export interface Workbook {
  sheets: Sheet[];
  strings: ZipEntry | null;
  /** By the index of a cell's style. */
  formats: NumberFormat[];
  /** Styles whose text is struck through. */
  struck: ReadonlySet<number>;
  date1904: boolean;
}

/** Parts that describe a workbook are small; only sheets and shared strings are not. */
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_STYLES = 65_536;

/** The parts of a workbook, found only by its relationships: names of parts mean nothing. Throws 415 when there is none. */
export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const names = zip.entries.map(({ name }) => partName(name)).filter((name) => !name.endsWith("/"));
  // Of two parts with the same name, programs read different ones.
  if (new Set(names).size < names.length) throw damaged("xlsx");
  const root = await relations(zip, "");
  const main = [...root.values()].find(({ type }) => type === "officeDocument");
  const entry = main && findPart(zip, main.path);
  if (!main || !entry) throw notAWorkbook();
  if (/\.bin$/i.test(main.path))
    throw refusedKind(
      "xlsx",
      "binary",
      "This is a binary Excel workbook (.xlsb). In Excel choose File → Save As → “Excel Workbook (*.xlsx)” and upload that file.",
    );
  const related = await relations(zip, main.path);
  const listed = new WorkbookReader();
  await readPart(zip, entry, listed);
  if (!listed.isWorkbook) throw notAWorkbook();
  const sheets = listed.sheets.flatMap(({ name, isHidden, relation }) => {
    const target = related.get(relation);
    return target?.type === "worksheet" ? [{ name, isHidden, path: target.path }] : [];
  });
  const [strings, styles] = ["sharedStrings", "styles"].map((type) => {
    const relation = [...related.values()].find((one) => one.type === type);
    const part = relation ? findPart(zip, relation.path) : null;
    // Without its styles a date would be read as a number.
    if (relation && !part) throw damaged("xlsx");
    return part;
  });
  const read = new StylesReader(listed.date1904);
  if (styles) await readPart(zip, styles, read);
  const { formats, struck } = read;
  return { sheets, strings: strings ?? null, formats, struck, date1904: listed.date1904 };
}

const notAWorkbook = () =>
  refusedKind(
    "xlsx",
    "document",
    "This is a document, but not an Excel workbook with cells. Upload an .xlsx or a CSV file.",
  );

/** An entry by the path of a part. Some programs write another case, or backslashes. */
export function findPart({ entries }: Zip, path: string): ZipEntry | null {
  const wanted = path.toLowerCase();
  return entries.find(({ name }) => partName(name) === wanted) ?? null;
}

const partName = (name: string) => name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

async function readPart(zip: Zip, entry: ZipEntry, handler: XmlHandler): Promise<void> {
  if (entry.bytes > MAX_PART_BYTES) throw tooLarge();
  await readXml(readEntry(zip, entry), "xlsx", handler);
}

interface Relation {
  /** The last word of its URI: those of strict and of transitional workbooks end alike. */
  type: string;
  path: string;
}

/** The relationships of a part, by id. */
async function relations(zip: Zip, of: string): Promise<Map<string, Relation>> {
  const cut = of.lastIndexOf("/") + 1;
  const entry = findPart(zip, `${of.slice(0, cut)}_rels/${of.slice(cut)}.rels`);
  const found = new Map<string, Relation>();
  if (!entry) return found;
  await readPart(zip, entry, {
    wantsText: false,
    text: () => undefined,
    close: () => undefined,
    open(name, tag) {
      if (name !== "Relationship") return;
      const said = attributes(tag, "xlsx");
      if (said.get("TargetMode") === "External") return;
      const path = resolvePath(of.slice(0, cut), said.get("Target") ?? "");
      found.set(said.get("Id") ?? "", { type: said.get("Type")?.split("/").at(-1) ?? "", path });
    },
  });
  return found;
}

function resolvePath(folder: string, target: string): string {
  const path: string[] = [];
  const whole = /^[\\/]/.test(target) ? target : `${folder}${target}`;
  for (const part of whole.split(/[\\/]/)) {
    if (part === "..") path.pop();
    else if (part !== "" && part !== ".") path.push(part);
  }
  return path.join("/");
}

class WorkbookReader implements XmlHandler {
  wantsText = false;
  isWorkbook = false;
  date1904 = false;
  sheets: { name: string; isHidden: boolean; relation: string }[] = [];

  open(name: string, tag: string): void {
    if (name === "workbook") this.isWorkbook = true;
    if (name !== "workbookPr" && name !== "sheet") return;
    const said = attributes(tag, "xlsx");
    if (name === "workbookPr") this.date1904 = isTrue(said.get("date1904"));
    else {
      const relation = [...said].find(([key]) => /^[^:]+:id$/.test(key))?.[1] ?? "";
      const isHidden = (said.get("state") ?? "visible") !== "visible";
      this.sheets.push({ name: said.get("name") ?? "", isHidden, relation });
    }
  }
  close(): void {}
  text(): void {}
}

class StylesReader implements XmlHandler {
  wantsText = false;
  formats: NumberFormat[] = [];
  struck = new Set<number>();
  /** Whether each font strikes through. */
  #fonts: boolean[] = [];
  #isInFonts = false;
  #codes = new Map<number, string>();
  #made = new Map<string, NumberFormat>();
  #isInCells = false;

  readonly date1904: boolean;

  constructor(date1904: boolean) {
    this.date1904 = date1904;
  }

  open(name: string, tag: string): void {
    if (name === "cellXfs") this.#isInCells = true;
    else if (name === "fonts") this.#isInFonts = true;
    else if (name === "font" && this.#isInFonts) this.#fonts.push(false);
    else if (name === "strike" && this.#isInFonts)
      this.#fonts[this.#fonts.length - 1] = isTrue(attributes(tag, "xlsx").get("val") ?? "1");
    else if (name === "numFmt") {
      const said = attributes(tag, "xlsx");
      this.#codes.set(Number(said.get("numFmtId")), said.get("formatCode") ?? "General");
    } else if (name === "xf" && this.#isInCells && this.formats.length < MAX_STYLES) {
      const said = attributes(tag, "xlsx");
      const id = Number(said.get("numFmtId") ?? 0);
      if (this.#fonts[Number(said.get("fontId") ?? 0)]) this.struck.add(this.formats.length);
      const code = this.#codes.get(id) ?? builtInFormat(id);
      const format = this.#made.get(code) ?? numberFormat(code, this.date1904);
      this.#made.set(code, format);
      this.formats.push(format);
    }
  }
  close(name: string): void {
    if (name === "cellXfs") this.#isInCells = false;
    if (name === "fonts") this.#isInFonts = false;
  }
  text(): void {}
}
