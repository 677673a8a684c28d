import { own } from "@/lib/own";
import { glossary, pathNouns } from "./glossary";

/** A node of the document: JSON of any shape. */
type Node = Record<string, unknown>;

/**
 * Makes a document easier to read for people and programs, without changing its meaning: fields and parameters get the
 * descriptions of the glossary where their declaration has none; "or null" is a second type instead of a choice of
 * schemas; and integers in answers, which count things, are declared non-negative (the tests of the answers enforce
 * this).
 */
export function explain(document: Node): void {
  for (const [name, schema] of entries(nodeOf(nodeOf(document.components).schemas))) tidy(schema, name);
  for (const [path, item] of entries(document.paths))
    for (const [, operation] of entries(item)) {
      const id = String(operation.operationId);
      for (const parameter of listOf(operation.parameters)) explainParameter(parameter, path, id);
      for (const holder of [operation.requestBody, ...Object.values(nodeOf(operation.responses))])
        for (const [, media] of entries(nodeOf(holder).content)) tidy(nodeOf(media.schema), id);
    }
}

function explainParameter(parameter: Node, path: string, operation: string): void {
  tidy(nodeOf(parameter.schema), operation);
  if (parameter.description || "$ref" in parameter) return;
  const name = String(parameter.name);
  const before = parameter.in === "path" ? path.split(`/{${name}}`)[0]?.split("/").at(-1) : undefined;
  const noun = before && own(pathNouns, before);
  parameter.description = noun ? `Id of the ${noun}` : wordsFor(operation, name);
}

function wordsFor(owner: string, name: string): string | undefined {
  const key = [`${owner}.${name}`, name].find((one) => Object.hasOwn(glossary, one));
  return key === undefined ? undefined : glossary[key];
}

function tidy(schema: Node, owner: string): void {
  for (const word of ["anyOf", "oneOf", "allOf"]) for (const one of listOf(schema[word])) tidy(one, owner);
  for (const inner of [schema.items, schema.additionalProperties]) if (isNode(inner)) tidy(inner, owner);
  for (const [name, field] of entries(schema.properties)) {
    tidy(field, owner);
    const words = field.description || "$ref" in field ? undefined : wordsFor(owner, name);
    if (words !== undefined) field.description = words;
  }
  mergeNull(schema);
  if (hasType(schema, "integer") && schema.minimum === undefined) schema.minimum = 0;
}

const hasType = ({ type }: Node, wanted: string) =>
  type === wanted || (Array.isArray(type) && type.includes(wanted));

/** `anyOf: [{type: "string"}, {type: "null"}]` means the same as `type: ["string", "null"]`. */
function mergeNull(schema: Node): void {
  const choices = listOf(schema.anyOf);
  const [some, none] = choices;
  if (choices.length !== 2 || !some || none?.type !== "null") return;
  if (
    typeof some.type !== "string" ||
    ["$ref", "anyOf", "oneOf", "allOf", "const"].some((word) => word in some)
  ) {
    delete schema.anyOf;
    schema.oneOf = choices;
    return;
  }
  const { description, example, ...shape } = some;
  delete schema.anyOf;
  const said = {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  };
  Object.assign(schema, { ...said, ...shape, ...schema, type: [some.type, "null"] });
  if (Array.isArray(shape.enum)) schema.enum = [...shape.enum, null];
}

function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function entries(value: unknown): [string, Node][] {
  return Object.entries(nodeOf(value)).filter((entry): entry is [string, Node] => isNode(entry[1]));
}
