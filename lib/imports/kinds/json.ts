import { OTHER_JSON } from "../file/dialect-binary";
import { MAX_COLUMNS, MAX_HEADER_LENGTH } from "../limits";
import { addressIn } from "./json-address";
import { isOfOnePerson, listColumns } from "./json-lists";
import { refusedAs, refusedKind } from "./refused";
import { type Fields, type Found, tagCell } from "./table";

/** Characters of one object: records of more than 1 MiB are never imported. */
const MAX_OBJECT = 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * The objects of JSON lines, or of one array, in order; nothing else may be beside them. Each member is text: strings
 * as they are, numbers with exactly their digits, `null` empty, lists of `tags` joined by `;`, of `emails` and `phones`
 * in two columns, and other lists and objects as their JSON, except those with an address in a record that has none
 * beside them. Throws 415 with the line of the error.
 */
export async function* jsonRecords(text: AsyncIterable<string>): AsyncGenerator<Found> {
  const splitter = new Splitter();
  let count = 0;
  let first: (Found & { source: string }) | undefined;
  for await (const piece of text) {
    splitter.write(piece);
    for (const { source, line } of splitter.objects.splice(0)) {
      const found = { fields: fieldsOf(source, line), line };
      if (count++ === 0) first = { ...found, source };
      else {
        if (first) yield first;
        first = undefined;
        yield found;
      }
    }
  }
  splitter.end();
  if (!first) return;
  const record: object = JSON.parse(first.source);
  if (isEnvelope(record) || holdsPeople(record)) throw refusedAs(OTHER_JSON);
  yield first;
}

/**
 * The only object of a file that has a list of objects with e-mail addresses: `{"data": [{…}, …]}`. An object beside
 * the list describes the file, such as its author: `{"meta": {"by": "eve@…"}, "data": [{…}, …]}`.
 */
function isEnvelope(record: object): boolean {
  const people = Object.entries(record)
    .filter(([name, value]) => addressIn(JSON.stringify(value)) && !isOfOnePerson(name, value))
    .map(([, value]) => value);
  const isList = (value: unknown) => Array.isArray(value) && typeof value[0] === "object";
  return people.some(isList) && !people.some((value) => typeof value === "string");
}

/** Whether the only object of a file has people for members, by their ids or addresses: `{"17": {…}, "18": {…}}`. */
function holdsPeople(record: object): boolean {
  const members = Object.entries(record);
  if (members.some(([, value]) => typeof value === "string" && addressIn(value))) return false;
  const objects = members.filter(([, value]) => typeof value === "object" && value !== null);
  if (objects.some(([name, value]) => addressIn(name) && !Array.isArray(value))) return true;
  const people = objects.filter(([, value]) => !Array.isArray(value) && addressIn(JSON.stringify(value)));
  return people.length > 1 || people.some(([, value]) => holdsPeople(value));
}

type State = "start" | "object" | "next" | "lines" | "end";

/** Finds where objects begin and end. */
class Splitter {
  objects: { source: string; line: number }[] = [];
  #state: State = "start";
  #rest = "";
  /** How far the rest was scanned, and what that part left open. */
  #at = 0;
  #start = -1;
  #depth = 0;
  #isInString = false;
  #line = 1;
  #startLine = 1;

  write(piece: string): void {
    const text = this.#rest + piece;
    for (let at = this.#at; at < text.length; at++) {
      const sign = text[at] ?? "";
      if (this.#isInString) {
        if (sign === "\\" && ++at >= text.length) {
          this.#keep(text, at - 1);
          return;
        }
        if (sign === '"') this.#isInString = false;
      } else if (this.#start >= 0) this.#inside(text, sign, at);
      else this.#between(sign, at);
      if (sign === "\n") this.#line++;
      if (this.#start >= 0 && at - this.#start > MAX_OBJECT)
        throw refusedKind("json", "record", `The object in line ${this.#startLine} is longer than 1 MiB.`, {
          line: this.#startLine,
        });
    }
    this.#keep(text, text.length);
  }

  #keep(text: string, at: number): void {
    const from = this.#start >= 0 ? this.#start : at;
    this.#rest = text.slice(from);
    this.#at = at - from;
    if (this.#start >= 0) this.#start = 0;
  }

  #inside(text: string, sign: string, at: number): void {
    if (sign === '"') this.#isInString = true;
    else if (sign === "{" || sign === "[") {
      if (++this.#depth > MAX_DEPTH) throw notJson(this.#line);
    } else if ((sign === "}" || sign === "]") && --this.#depth === 0) {
      this.objects.push({ source: text.slice(this.#start, at + 1), line: this.#startLine });
      this.#start = -1;
      this.#state = this.#state === "lines" ? "lines" : "next";
    }
  }

  /** Before, between and after objects. */
  #between(sign: string, at: number): void {
    if (" \t\r\n\x1e".includes(sign) || (sign === "\ufeff" && this.#state === "start")) return;
    if (sign === "{" && this.#state !== "next" && this.#state !== "end") {
      if (this.#state === "start") this.#state = "lines";
      this.#start = at;
      this.#depth = 1;
      this.#startLine = this.#line;
    } else if (sign === "[" && this.#state === "start") this.#state = "object";
    else if (sign === "," && this.#state === "next") this.#state = "object";
    else if (sign === "]" && this.#state === "next") this.#state = "end";
    else throw notJson(this.#line);
  }

  end(): void {
    const isWhole = this.#start < 0 && (this.#state === "end" || this.#state === "lines");
    if (!isWhole) throw notJson(this.#line);
  }
}

const notJson = (line: number) =>
  refusedKind(
    "json",
    "damaged",
    `Line ${line} is not JSON, or is cut off. Each contact has to be an object.`,
    { line },
  );

function fieldsOf(source: string, line: number): Fields {
  try {
    JSON.parse(source);
  } catch {
    throw notJson(line);
  }
  const members = [...membersOf(source)];
  const isOfPerson = ([, value]: [string, string]) => !value.startsWith("{") && addressIn(value);
  const all = members.some(isOfPerson) ? members : members.flatMap(unfolded);
  const fields: Fields = new Map();
  for (const member of all) {
    for (const [name, value] of listColumns(member, all) ?? [member])
      addMember(fields, name, shown(name, value));
    // The record will be refused.
    if (fields.size > MAX_COLUMNS) break;
  }
  return fields;
}

/** Programs read different ones of two members with one name (RFC 8259, 4): of two values, the second has a column, too. */
function addMember(fields: Fields, name: string, text: string): void {
  let column = name;
  for (let nth = 2; ; nth++) {
    const known = fields.get(column) ?? "";
    if (known === "" || known === text) break;
    if (text === "") return;
    column = `${name} (${nth})`;
  }
  fields.set(column, text);
}

/** A member as it is, or the members of the person in it: `{"profile": {"email": …}}` has a `profile.email`. */
function unfolded([name, value]: [string, string]): [string, string][] {
  if (name.length > MAX_HEADER_LENGTH || !value.startsWith("{") || !addressIn(value)) return [[name, value]];
  return [...membersOf(value)].flatMap(([inner, of]) => unfolded([`${name}.${inner}`, of]));
}

/** The members of a valid object, each with the JSON of its value, to the digit. */
function* membersOf(source: string): Generator<[string, string]> {
  let at = 1;
  for (;;) {
    at = behindSpace(source, at);
    if (source[at] !== '"') return;
    const nameEnd = behindString(source, at);
    const name: unknown = JSON.parse(source.slice(at, nameEnd));
    const start = behindSpace(source, behindSpace(source, nameEnd) + 1);
    const end = behindValue(source, start);
    yield [String(name), source.slice(start, end).trimEnd()];
    at = end + 1;
  }
}

function behindSpace(source: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(source[at] ?? "x")) at++;
  return at;
}

function behindString(source: string, start: number): number {
  let at = start + 1;
  while (source[at] !== '"') at += source[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Position of the `,` or `}` that ends a value. */
function behindValue(source: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    const sign = source[at] ?? "}";
    if (sign === '"') {
      at = behindString(source, at);
      continue;
    }
    if (depth === 0 && (sign === "," || sign === "}")) return at;
    if (sign === "{" || sign === "[") depth++;
    if (sign === "}" || sign === "]") depth--;
    at++;
  }
}

const TAGS = /(?:^|\.)tags$/i;

function shown(name: string, value: string): string {
  if (value === "null") return "";
  if (value.startsWith('"')) return String(JSON.parse(value));
  if (value.startsWith("[") && TAGS.test(name)) return tagNames(JSON.parse(value)) ?? value;
  return value;
}

/** Names of tags, numbers among them, or objects with a `name`, as in our own answers; null for anything else. */
function tagNames(list: unknown[]): string | null {
  const names = list
    .filter((one) => one !== null)
    .map((one) => (typeof one === "object" && one !== null && "name" in one ? one.name : one))
    .map((one) => (typeof one === "number" && Number.isSafeInteger(one) ? String(one) : one));
  return names.every((one) => typeof one === "string") ? tagCell(names) : null;
}
