/**
 * Breaking changes between two OpenAPI documents: paths, operations, fields and values that were removed, new
 * requirements, and types that accept less or answer more. Additions are not breaking (docs/interface.md, Versioning).
 */

type Json = Record<string, unknown>;
/** What a client sends or what it receives: a change that breaks one is fine for the other. */
type Way = "sent" | "answered";

/** One document, whose references are resolved. */
interface Side {
  schemas: Json;
}

const NONE: Json = {};
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: string[]): Json =>
  path.reduce<Json>(
    (node, name) => {
      const inner = node[name];
      return isObject(inner) ? inner : NONE;
    },
    isObject(value) ? value : NONE,
  );
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Every breaking change, as a sentence; empty if clients of the old document work with the new one. */
export function findBreaks(before: unknown, after: unknown): string[] {
  const sides: [Side, Side] = [
    { schemas: at(before, "components", "schemas") },
    { schemas: at(after, "components", "schemas") },
  ];
  return Object.entries(at(before, "paths")).flatMap(([path, item]) => {
    const now = at(after, "paths")[path];
    if (!isObject(now)) return [`${path} is gone`];
    return Object.entries(at(item)).flatMap(([method, operation]) =>
      isObject(now[method])
        ? ofOperation(`${method.toUpperCase()} ${path}`, at(operation), now[method], sides)
        : [`${method.toUpperCase()} ${path} is gone`],
    );
  });
}

function ofOperation(name: string, before: Json, after: Json, sides: [Side, Side]): string[] {
  return [
    ...ofParameters(name, listOf(before.parameters), listOf(after.parameters), sides),
    ...(at(after, "requestBody").required === true && at(before, "requestBody").required !== true
      ? [`${name} needs a body`]
      : []),
    ...ofContent(`${name} body`, at(before, "requestBody"), at(after, "requestBody"), "sent", sides),
    ...Object.entries(at(before, "responses")).flatMap(([status, answer]) => {
      if (!/^2/.test(status)) return [];
      const now = at(after, "responses")[status];
      if (!isObject(now)) return [`${name} no longer answers ${status}`];
      return ofContent(`${name} ${status}`, at(answer), now, "answered", sides);
    }),
  ];
}

function ofParameters(name: string, before: unknown[], after: unknown[], sides: [Side, Side]): string[] {
  const key = (one: unknown) => `${at(one).in} ${at(one).name}`;
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [key(one), at(one)])));
  const gone = [...(old ?? [])].flatMap(([one, parameter]) => {
    const other = now?.get(one);
    if (!other) return [`${name} ${one} is gone`];
    const newlyRequired = other.required === true && parameter.required !== true;
    const inner = ofSchema(`${name} ${one}`, parameter.schema, other.schema, "sent", sides, 0);
    return newlyRequired ? [`${name} ${one} is required`, ...inner] : inner;
  });
  const asked = [...(now ?? [])].filter(([one, { required }]) => required === true && !old?.has(one));
  return [...gone, ...asked.map(([one]) => `${name} ${one} is required`)];
}

function ofContent(name: string, before: Json, after: Json, way: Way, sides: [Side, Side]): string[] {
  return Object.entries(at(before, "content")).flatMap(([type, media]) => {
    const now = at(after, "content")[type];
    if (!isObject(now)) return [`${name} is no ${type} any more`];
    return ofSchema(name, at(media).schema, now.schema, way, sides, 0);
  });
}

/** No schema of ours is nested deeper, unless it refers to itself. */
const MAX_DEPTH = 12;

function ofSchema(
  name: string,
  before: unknown,
  after: unknown,
  way: Way,
  sides: [Side, Side],
  depth: number,
): string[] {
  if (depth > MAX_DEPTH) return [];
  const [old, now] = [merged(before, sides[0]), merged(after, sides[1])];
  const [wide, narrow] = way === "sent" ? [now, old] : [old, now];
  const strays = narrow.types.filter((type) => wide.types.length > 0 && !wide.types.includes(type));
  return [
    ...(strays.length > 0 || (narrow.types.length === 0 && wide.types.length > 0)
      ? [`${name} ${way === "sent" ? "takes no longer" : "may now be"} ${strays.join(" or ") || "anything"}`]
      : []),
    ...(now.words ? [...(old.words ?? [])] : [])
      .filter((word) => !now.words?.has(word))
      .map((word) => `${name} ${word} is gone`),
    ...(way === "sent" && now.words && !old.words ? [`${name} takes only some words`] : []),
    ...(way === "sent" ? ofLimits(name, old.limits, now.limits) : []),
    ...(way === "sent" ? now.required : old.required).flatMap((field) => {
      if (way === "sent") return old.required.includes(field) ? [] : [`${name}.${field} is required`];
      return now.required.includes(field) || !now.fields.has(field)
        ? []
        : [`${name}.${field} may be missing`];
    }),
    ...[...old.fields].flatMap(([field, schema]) => {
      const other = now.fields.get(field);
      if (other === undefined) return now.isOpen && way === "sent" ? [] : [`${name}.${field} is gone`];
      return ofSchema(`${name}.${field}`, schema, other, way, sides, depth + 1);
    }),
    ...(old.items && now.items ? ofSchema(`${name}[]`, old.items, now.items, way, sides, depth + 1) : []),
  ];
}

/** Bounds that became tighter. */
function ofLimits(name: string, before: Json, after: Json): string[] {
  const tighter = (word: string, isMost: boolean) => {
    const [old, now] = [before[word], after[word]];
    if (typeof now !== "number") return [];
    if (typeof old === "number" ? (isMost ? now >= old : now <= old) : !isMost && now <= 0) return [];
    return [`${name} has a tighter ${word}`];
  };
  return [
    ...["maxLength", "maximum", "maxItems", "maxProperties"].flatMap((word) => tighter(word, true)),
    ...["minLength", "minimum", "minItems"].flatMap((word) => tighter(word, false)),
    ...(after.pattern !== undefined && after.pattern !== before.pattern
      ? [`${name} has another pattern`]
      : []),
  ];
}

interface Merged {
  types: string[];
  /** The closed list of its values, if it has one. */
  words: Set<string> | undefined;
  fields: Map<string, unknown>;
  required: string[];
  items: unknown;
  limits: Json;
  /** Whether it accepts fields that it does not name. */
  isOpen: boolean;
}

/** A schema with its references and alternatives merged into one. */
function merged(schema: unknown, side: Side, depth = 0): Merged {
  const own = at(schema);
  if (typeof own.$ref === "string" && depth < MAX_DEPTH)
    return merged(side.schemas[own.$ref.split("/").at(-1) ?? ""], side, depth + 1);
  const choices = listOf(own.anyOf ?? own.oneOf ?? own.allOf).map((one) => merged(one, side, depth + 1));
  const values = own.const === undefined ? own.enum : [own.const];
  const listed = Array.isArray(values) ? new Set(values.map((value) => JSON.stringify(value))) : undefined;
  const spoken = choices.filter(({ types }) => types.join() !== "null");
  const [first] = spoken;
  const words =
    listed ?? (spoken.length > 0 && spoken.every((one) => one.words) ? unionOf(spoken) : undefined);
  const types = [own.type ?? []].flat().filter((type) => typeof type === "string");
  return {
    types: [...new Set([...types, ...(types.length > 0 ? [] : choices.flatMap((one) => one.types))])],
    words: words && new Set([...words].filter((word) => word !== "null")),
    fields: new Map([...choices.flatMap((one) => [...one.fields]), ...Object.entries(at(own.properties))]),
    required: [...listOf(own.required).map(String), ...(spoken.length === 1 && first ? first.required : [])],
    items: own.items ?? first?.items,
    limits: spoken.length === 1 && first ? { ...first.limits, ...own } : own,
    isOpen:
      own.additionalProperties !== false &&
      Object.keys(at(own.properties)).length === 0 &&
      choices.length === 0,
  };
}

function unionOf(choices: Merged[]): Set<string> {
  return new Set(choices.flatMap(({ words }) => [...(words ?? [])]));
}

const STRUCTURE = /^(description|summary|example|examples|headers|tags|info|servers|title|x-.*)$/;

/** A document without its descriptions: what the check compares, small enough to keep. */
export function structureOf(document: unknown): unknown {
  const bare = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => bare(one, false));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => isNamed || !STRUCTURE.test(name));
    return Object.fromEntries(
      kept.map(([name, one]) => [
        name,
        bare(one, !isNamed && ["properties", "paths", "schemas"].includes(name)),
      ]),
    );
  };
  return bare(document, false);
}
