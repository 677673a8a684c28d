/** A shape that the OpenAPI document defines: a named schema, or a body or answer of an operation. */
export interface Shape {
  name: string;
  members: Set<string>;
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** A shape with fewer members than this is too common to count as a copy. */
const TELLING = 3;
/** The share of members in common from which two larger shapes count as the same. */
const ALIKE = 0.8;
const LARGER = 5;

/** The shape of a schema and of those nested in it. */
export function shapesOf(name: string, schema: unknown): Shape[] {
  return shapes(name, schema as Schema);
}

function shapes(name: string, schema: Schema): Shape[] {
  const members = Object.entries(schema.properties ?? {});
  const nested = [
    ...members.flatMap(([member, one]) => shapes(`${name}.${member}`, one)),
    ...(schema.items ? shapes(`${name}[]`, schema.items) : []),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => shapes(name, one)),
  ];
  const own =
    members.length >= TELLING ? [{ name, members: new Set(members.map(([member]) => member)) }] : [];
  return [...own, ...nested];
}

/** Object types that a source file writes out, nested ones included, with the line on which each begins. */
export function typedShapes(text: string): (Shape & { line: number })[] {
  const starts = text.matchAll(
    /\binterface (\w+)[^{;=]*\{|\btype (\w+)(?:<[^=]*>)? = \{|\b(?:object|extend)\(\{|[:<|&] ?\{(?=\s*(?:readonly )?["'\w]+\??: )/g,
  );
  const own = new Map<string, Set<string>>();
  return [...starts].flatMap((start) => {
    const open = (start.index ?? 0) + start[0].length - 1;
    const isSchema = start[0].endsWith("({");
    const members = membersIn(bodyAt(text, open), isSchema);
    const bases = /\bextends ([^{]+)/.exec(start[0])?.[1]?.split(",") ?? [];
    for (const base of bases) for (const one of own.get(base.trim()) ?? []) members.add(one);
    if (start[1]) own.set(start[1], members);
    const line = text.slice(0, open).split("\n").length;
    return members.size < TELLING ? [] : [{ name: start[1] ?? start[2] ?? "a type", members, line }];
  });
}

/** Types that repeat what the document defines: the same members, or nearly the same if there are many. */
export function contractCopies(path: string, text: string, told: Shape[]): string[] {
  return typedShapes(text).flatMap((typed) => {
    const copied = told.find((shape) => isCopy(typed.members, shape.members));
    return copied ? [`${path}:${typed.line}: ${typed.name} is ${copied.name}`] : [];
  });
}

function isCopy(typed: Set<string>, told: Set<string>): boolean {
  const common = typed.intersection(told).size;
  const all = typed.union(told).size;
  return common === all || (typed.size >= LARGER && common / all >= ALIKE);
}

function bodyAt(text: string, open: number): string {
  for (let at = open, depth = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(open + 1, at);
  }
  return "";
}

/**
 * Members of the outermost level that are declared as in a type (`name: …`, separated by semicolons, commas or lines)
 * or as in a zod schema. A value has none: it is not written where a type may be.
 */
function membersIn(body: string, isSchema: boolean): Set<string> {
  const bare = body.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|=>/g, "");
  let flat = "";
  let depth = 0;
  for (const char of bare) {
    if ("{([<".includes(char)) depth++;
    if (depth === 0) flat += char;
    if ("})]>".includes(char)) depth--;
  }
  const values = /: *(?:["'`\d]|true\b|false\b|\w+\.|\w+ *(?:[?+*]|&&|\|\|))/;
  const parts = flat.split(/[;,\n]/);
  if (!isSchema && !flat.includes(";") && values.test(flat)) return new Set();
  const names = parts.flatMap((part) => /^\s*(?:readonly )?["']?([\w-]+)["']?\??:/.exec(part)?.[1] ?? []);
  return new Set(names);
}
