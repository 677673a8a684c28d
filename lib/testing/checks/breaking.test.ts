import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { glossary } from "@/lib/http/glossary";
import { findBreaks, structureOf } from "./breaking";
import { document } from "./operations";

const RELEASED = fileURLToPath(new URL("../../../docs/openapi-1.0.0.json", import.meta.url));
const released = JSON.parse(readFileSync(RELEASED, "utf8"));

type Node = ReturnType<typeof JSON.parse>;

describe("clients of the released document", () => {
  it("can rely on all of it still", () => {
    expect(findBreaks(released, document)).toEqual([]);
  });

  const planted: [string, (now: Node) => void, string][] = [
    ["a path", (now) => delete now.paths["/api/tags"], "/api/tags is gone"],
    ["an operation", (now) => delete now.paths["/api/tags"].post, "POST /api/tags is gone"],
    ["a status", (now) => delete now.paths["/api/contacts"].post.responses[201], "no longer answers 201"],
    [
      "a field of an answer",
      (now) => delete now.components.schemas.Contact.properties.phone,
      ".phone is gone",
    ],
    ["a certain field", (now) => now.components.schemas.Contact.required.shift(), ".id may be missing"],
    [
      "null where there was none",
      (now) => (now.components.schemas.Tag.properties.name.type = ["string", "null"]),
      ".name may now be null",
    ],
    [
      "another type",
      (now) => (now.components.schemas.Tag.properties.name.type = "integer"),
      ".name may now be integer",
    ],
    [
      "a word of an answer",
      (now) => now.components.schemas.Export.properties.status.enum.pop(),
      '"failed" is gone',
    ],
    [
      "a word of a request",
      (now) => now.components.schemas.NewBulkAction.properties.action.enum.pop(),
      '"set" is gone',
    ],
    [
      "a field to send",
      (now) => (now.components.schemas.NewTag.required = ["name", "color"]),
      ".color is required",
    ],
    [
      "a value that is taken",
      (now) => (now.components.schemas.NewTag.properties.color.type = "string"),
      ".color takes no longer null",
    ],
    [
      "a length",
      (now) => (now.components.schemas.NewTag.properties.name.maxLength = 10),
      "tighter maxLength",
    ],
    ["a parameter", (now) => now.paths["/api/contacts"].get.parameters.shift(), "GET /api/contacts query"],
    [
      "a parameter to send",
      (now) => (now.paths["/api/contacts"].get.parameters[0].required = true),
      "is required",
    ],
  ];
  it.each(planted)("this check catches the loss of %s", (_, plant, expected) => {
    const now = JSON.parse(JSON.stringify(document));
    plant(now);
    expect(findBreaks(structureOf(document), now).join("\n")).toContain(expected);
  });

  it("lose nothing by what is added", () => {
    const now = JSON.parse(JSON.stringify(document));
    now.paths["/api/new"] = { get: { responses: {} } };
    now.components.schemas.Contact.properties.new_field = { type: "string" };
    now.components.schemas.Contact.required.push("new_field");
    now.components.schemas.NewTag.properties.new_field = { type: "string" };
    now.components.schemas.Export.properties.status.enum.push("paused");
    expect(findBreaks(structureOf(document), now)).toEqual([]);
  });
});

/** Fields and parameters of a document that have no description. */
function unexplained(node: Node, schemas: Node, name = ""): string[] {
  if (typeof node !== "object" || node === null) return [];
  const fields = Object.entries<Node>(Array.isArray(node) ? {} : (node.properties ?? {}));
  const isSilent = ({ $ref, description }: Node) =>
    !($ref ? schemas[$ref.split("/").at(-1)] : { description }).description;
  const silent = fields.filter(([, field]) => isSilent(field)).map(([field]) => `${name}.${field}`);
  if (node.in !== undefined && node.schema !== undefined && !node.description)
    silent.push(`${name} ${node.name}`);
  const inner = Object.entries<Node>(node).filter(([key]) => key !== "example" && key !== "examples");
  return [...silent, ...inner.flatMap(([key, one]) => unexplained(one, schemas, `${name}/${key}`))];
}

describe("the document's words", () => {
  const served = JSON.parse(JSON.stringify(document));

  it("explain every field and every parameter", () => {
    expect(unexplained(served, served.components.schemas)).toEqual([]);
    const planted = structuredClone(served);
    planted.components.schemas.Tag.properties.name.description = "";
    delete planted.paths["/api/contacts"].get.parameters[0].description;
    expect(unexplained(planted, planted.components.schemas)).toHaveLength(2);
  });

  it("are all needed", () => {
    const text = JSON.stringify(served);
    const idle = Object.entries(glossary).filter(
      ([, words]) => !text.includes(`"description":${JSON.stringify(words)}`),
    );
    expect(idle.map(([word]) => word)).toEqual([]);
  });
});
