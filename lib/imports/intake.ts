import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { storageExceeded } from "@/lib/workspaces/storage";
import {
  OTHER_JSON,
  refuseAddressLists,
  refuseBinary,
  refuseFactLines,
  refuseFixedWidth,
  refuseLineEnds,
  type ToldDialect,
} from "./file/dialect";
import { type DetectedEncoding, decodeToUtf8, detectEncoding } from "./file/encoding";
import { guessLegacyEncoding } from "./file/encoding-guess";
import { isOpen, LineCensus } from "./file/encoding-mix";
import { asUtf8, type Lines } from "./file/encoding-readings";
import { EncodingWatch } from "./file/encoding-watch";
import { withoutEndMark } from "./file/end-of-file";
import { countAndSurvey, type DetectedHead, HEAD_BYTES, readHead } from "./file/file";
import { rewriteQuotes } from "./file/quotes";
import { refusedAs, refusedKind } from "./kinds/refused";
import { isPlaceholder } from "./mapping/headers";

const UTF_8: DetectedEncoding = { encoding: "utf-8", bomBytes: 0, certainty: "certain" };

/** Whether a name may be that of a CSV file. One without an extension could be anything. */
function isTextName(name: string): boolean {
  return !name.includes(".") || /\.(?:csv|tsv|txt)$/i.test(name);
}

/** Throws when no column can be found, because there is no text or none that can be read, and says why and where. */
function requireRows({ dialect, rows, firstRefused }: DetectedHead, whole: boolean): void {
  if (dialect.headerRow > 0 || rows.length > 0) return;
  if (firstRefused) {
    const { line, error } = firstRefused;
    const details = { reason: "unreadable", line, row_code: error.code };
    throw new ApiError("IMPORT_EMPTY", `No row can be read. Line ${line}: ${error.message}`, details);
  }
  if (whole) throw new ApiError("IMPORT_EMPTY", "The file has no text");
}

/** Looks at a file as it streams past: size, hash, dialect from the first bytes, number of records. */
export class Intake {
  #filename: string | null;
  #bytes = 0;
  #hash = createHash("sha256");
  #watch = new EncodingWatch();
  #census: LineCensus | null = null;
  #isWhole = false;
  #headBytes = Buffer.alloc(0);
  #start: Uint8Array[] = [];
  #head: DetectedHead | null = null;
  #text: PassThrough | null = null;
  #counting: Promise<number> | null = null;
  #room: number;
  #told: ToldDialect | undefined;

  /**
   * Without a name where the content says what the file is, and the name is that of its packing. `told` when we wrote
   * the text ourselves, and know its format.
   */
  constructor(filename: string | null, room: number, told: ToldDialect | undefined) {
    this.#filename = filename;
    this.#room = room;
    this.#told = told;
  }

  /** Passes the stream on unchanged. Throws 413, 415 or `IMPORT_EMPTY` as soon as it is clear. */
  async *observe(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        this.#bytes += chunk.byteLength;
        if (this.#bytes > FIELD_LIMITS.uploadBytes)
          throw new ApiError("PAYLOAD_TOO_LARGE", "The file may have at most 200 MB");
        if (this.#bytes > this.#room) throw storageExceeded();
        this.#hash.update(chunk);
        this.#watch.push(chunk);
        if (this.#text) await this.#feed(chunk);
        else this.#start.push(chunk);
        if (!this.#text && this.#bytes >= HEAD_BYTES) await this.#begin(false);
        yield chunk;
      }
      if (!this.#text) await this.#begin(true);
      this.#text?.end();
    } catch (error) {
      this.#text?.destroy();
      throw error;
    }
  }

  async #begin(whole: boolean): Promise<void> {
    this.#isWhole = whole;
    const bytes = Buffer.concat(this.#start);
    const start = whole ? withoutEndMark(bytes) : bytes;
    this.#start = [];
    if (start.length === 0) throw new ApiError("IMPORT_EMPTY", "The file is empty");
    if (!this.#told) this.#requireText(start);
    this.#headBytes = Buffer.from(start.subarray(0, HEAD_BYTES));
    this.#head = this.#told
      ? await readHead(this.#headBytes, whole, UTF_8, undefined, this.#told)
      : await readHead(this.#headBytes, whole);
    await this.#requireCells(this.#head);
    requireRows(this.#head, whole);
    const { dialect } = this.#head;
    if (!this.#told && !isWide(dialect.encoding)) this.#census = new LineCensus(dialect.encoding);
    this.#text = new PassThrough({ highWaterMark: HEAD_BYTES });
    this.#counting = countAndSurvey(
      rewriteQuotes(decodeToUtf8(this.#text, dialect.encoding), dialect),
      this.#head,
    );
    // Awaited in finish(); until then a failure must not count as unhandled.
    this.#counting.catch(() => undefined);
    await this.#feed(start);
  }

  #requireText(start: Uint8Array): void {
    const binary = refuseBinary(start) ?? refuseLineEnds(start);
    if (binary) throw refusedAs(binary);
    // After the content check, which suggests a remedy for files that are no list.
    if (this.#filename !== null && !isTextName(this.#filename)) {
      if (/\.(?:json|jsonl|ndjson)$/i.test(this.#filename)) throw refusedAs(OTHER_JSON);
      throw refusedKind(
        "extension",
        "extension",
        "This is text, but its name does not end in .csv, .tsv or .txt. If it is a list with one contact per line, rename it; otherwise export the list as CSV, XLSX, JSON or vCard. Then upload it again.",
      );
    }
  }

  async #requireCells({ dialect, headers, rows }: DetectedHead): Promise<void> {
    const text = (await asUtf8(this.#headBytes, dialect.encoding)).toString();
    const { delimiter, headerRow } = dialect;
    const isUnnamed = (cell: string, column: number) => cell !== "" && isPlaceholder(headers[column] ?? "");
    const isRagged = delimiter === " " && headerRow > 0 && rows.some((row) => row.some(isUnnamed));
    const mayBeAligned = !this.#told && (headers.length === 1 || isRagged);
    const areLists = !this.#told && headers.length > 1 && headerRow === 0;
    const refusal =
      (mayBeAligned ? refuseFixedWidth(text) : null) ??
      (areLists ? refuseAddressLists(text, delimiter) : null) ??
      refuseFactLines(text);
    if (refusal) throw refusedAs(refusal);
  }

  async #feed(chunk: Uint8Array): Promise<void> {
    const text = this.#text;
    this.#census?.push(chunk);
    if (text && !text.write(chunk)) await Promise.race([once(text, "drain"), this.#counting]);
  }

  async finish() {
    if (!this.#head || this.#counting === null) throw new ApiError("IMPORT_EMPTY", "The file is empty");
    const totalRows = await this.#counting;
    return {
      head: await this.#lookForMixture(await this.#lookAgain(this.#head)),
      bytes: this.#bytes,
      totalRows,
      contentHash: this.#hash.digest("hex"),
    };
  }

  /** A head of plain ASCII says nothing about the encoding; what comes after it may. The records stay the same. */
  async #lookAgain(head: DetectedHead): Promise<DetectedHead> {
    const { encoding, certainty } = head.dialect;
    const open = encoding === "utf-8" && certainty.encoding === "likely";
    const evidence = open ? this.#watch.evidence() : null;
    if (!evidence) return head;
    const detected = detectEncoding(evidence.bytes, false);
    if (detected.encoding === "utf-8") return head;
    return this.#readAgain(head, detected, { ...evidence, whole: true });
  }

  /** A file in two encodings is never certain to be in one; the lines that do not fit are reported. */
  async #lookForMixture(head: DetectedHead): Promise<DetectedHead> {
    const { encoding, bomBytes, certainty } = head.dialect;
    const found = this.#census?.end(encoding);
    if (!found) return head;
    const { mixture, samples, others } = found;
    const isGuess = certainty.encoding === "guess" || isOpen(mixture, encoding);
    const other = encoding === "utf-8" ? guessLegacyEncoding(others).readings.slice(0, 2) : ["utf-8"];
    const own = head.candidates.map((one) => one.encoding).filter((one) => one !== encoding);
    const detected: DetectedEncoding = {
      encoding,
      bomBytes,
      certainty: isGuess ? "guess" : "likely",
      readings: isGuess ? [...new Set([encoding, ...other, ...own])].slice(0, MOST_READINGS) : [],
      mixture,
    };
    const lines = Buffer.concat(samples.map(({ line }) => line));
    const numbers = samples.map(({ number }) => number);
    return this.#readAgain(head, detected, { bytes: lines, firstLine: 1, whole: true, numbers });
  }

  async #readAgain(head: DetectedHead, detected: DetectedEncoding, lines: Lines): Promise<DetectedHead> {
    const again = await readHead(this.#headBytes, this.#isWhole, detected, lines);
    if (head.dialect.otherHeader) again.dialect.otherHeader = head.dialect.otherHeader;
    if (head.below) again.below = head.below;
    if (head.dialect.missing) again.dialect.missing = head.dialect.missing;
    if (head.dialect.said) again.dialect.said = head.dialect.said;
    const newlyRefused = again.refused.length - head.refused.length;
    again.rows.push(...head.rows.slice(again.rows.length + newlyRefused));
    // Digits are the same in every encoding; words may not be.
    again.cells = head.cells?.map((cells) => cells && { ...cells, options: null }) ?? [];
    return again;
  }
}

/** Readings of a mixture to choose from. */
const MOST_READINGS = 3;

/** Encodings whose text contains no bytes of UTF-8. */
const isWide = (encoding: string) => encoding.startsWith("utf-16") || encoding === "iso-2022-jp";
