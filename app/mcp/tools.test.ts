import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { call, keyOf, MODERN, metaOf, send } from "@/lib/testing/mcp";
import { workbookOf } from "@/lib/testing/workbook";
import { newWorkspace } from "@/lib/testing/workspace";
import type { Tool } from "./tools";

const ours = await newWorkspace("tools");
const key = await keyOf(ours);
const params = { _meta: metaOf() };
const sent = await send(
  { jsonrpc: "2.0", id: 1, method: "tools/list", params },
  { authorization: `Bearer ${key}`, "mcp-protocol-version": MODERN, "mcp-method": "tools/list" },
);
const listed: Tool[] = sent.json.result.tools;
const named = (name: string) => listed.find((tool) => tool.name === name);

/** The fault that a strict client finds in an input schema; undefined if there is none. */
function faultOf(schema: object): string | undefined {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  try {
    ajv.compile(schema);
  } catch (error) {
    return String(error);
  }
}

/** Those of its arguments. */
const descriptionsIn = (schema: object): string[] =>
  [...JSON.stringify(schema).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, one = ""]) => one);

describe("the tools that a client is offered", () => {
  it("have input schemas that a strict validator compiles", () => {
    const faults = listed.flatMap(({ name, inputSchema }) => {
      const fault = faultOf(inputSchema);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    });
    expect(faults).toEqual([]);
    expect(faultOf({ type: "integer", pattern: "^1$" })).toMatch(/strictTypes/);
  });

  it("take numbers in their range", () => {
    expect(named("listContacts")?.inputSchema).toMatchObject({
      properties: { limit: { type: "integer", minimum: 1, maximum: 100 } },
    });
  });

  it("are described as tools: without methods, paths, status codes, or what they do not take", () => {
    const ofRest =
      /\b(GET|POST|PUT|PATCH|DELETE|multipart|NDJSON)\b|\?\w+=|-Key\b|Retry-After|\b(20[0-4]|4\d\d|50[0-4])\b(?! \w)|erase/;
    const wrong = listed.flatMap(({ name, description, inputSchema }) =>
      [description, ...descriptionsIn(inputSchema)]
        .filter((one) => ofRest.test(one))
        .map((one) => [name, one]),
    );
    expect(wrong).toEqual([]);
    expect("`POST /changes/{id}/undo` undoes it").toMatch(ofRest);
    expect("one more is a 409.").toMatch(ofRest);
  });

  it("say what may be lost, and what may be repeated", () => {
    const hinted = (hint: keyof Tool["annotations"]) =>
      listed.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);
    const writing = listed.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
    const adding = writing.filter((name) => !hinted("destructiveHint").includes(name));
    expect(adding.toSorted()).toEqual([
      "addTagToContact",
      "bulkTagContacts",
      "createContact",
      "createExport",
      "createImport",
      "createTag",
    ]);
    const once = writing.filter((name) => !hinted("idempotentHint").includes(name));
    expect(once.toSorted()).toEqual([
      "batchContacts",
      "bulkChangeContacts",
      "createContact",
      "createExport",
      "createImport",
      "createTag",
      "sendEmail",
      "undoChange",
      "undoImport",
    ]);
    expect(hinted("openWorldHint")).toEqual(["sendEmail"]);
    expect(hinted("readOnlyHint")).toContain("dryRunImport");
  });
});

it("a list of rejected rows is never the file, which is no JSON", async () => {
  const refused = await call(key, "listImportErrors", { id: crypto.randomUUID(), format: "csv" });
  expect(refused.status).toBe(200);
  expect(refused.json.result.structuredContent.data).toMatchObject({ details: [{ path: ["format"] }] });
  const usual = await call(key, "listImportErrors", { id: crypto.randomUUID(), format: "json" });
  expect(usual.json.result.structuredContent.data).toMatchObject({ code: "NOT_FOUND" });
  expect(Object.keys(named("listImportErrors")?.inputSchema.properties ?? {})).toEqual([
    "id",
    "after",
    "limit",
  ]);
});

describe("createImport", () => {
  const csv = "email,first_name\nada@example.com,Ada\n";
  const upload = async (args: object) => (await call(key, "createImport", args)).json.result;

  it("takes bytes in base64, also with line ends, and detects their format", async () => {
    const data = gzipSync(csv).toString("base64").replaceAll(/.{20}/g, "$&\n");
    const { isError, structuredContent } = await upload({ filename: "people.csv.gz", data });
    expect(isError).toBe(false);
    expect(structuredContent.data).toMatchObject({
      preview: { headers: ["email", "first_name"], totalRows: 1 },
    });
  });

  it("takes a workbook, and the sheet that is named", async () => {
    const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const sheets = { Notes: row("none"), People: row("email") + row("ada@example.com") };
    const data = workbookOf({ sheets }).toString("base64");
    const { structuredContent } = await upload({ filename: "people.xlsx", data, sheet: "People" });
    expect(structuredContent.data).toMatchObject({ preview: { headers: ["email"], totalRows: 1 } });
  });

  it("takes text", async () => {
    const { structuredContent } = await upload({ filename: "people.csv", text: csv });
    expect(structuredContent.data).toMatchObject({
      preview: { headers: ["email", "first_name"], totalRows: 1 },
    });
  });

  it.each([
    [{ filename: "a.csv" }, "text"],
    [{ filename: "a.csv", text: csv, data: "YQ==" }, "text"],
    [{ filename: "a.csv", data: "not base64!" }, "data"],
  ])("refuses %j", async (args, path) => {
    const { isError, structuredContent } = await upload(args);
    expect(isError).toBe(true);
    expect(structuredContent.data).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: [path] }] });
  });
});

it("a number that a double does not hold is refused as any other argument is, in an answer of the protocol", async () => {
  const params = `{"name":"createContact","arguments":{"body":{"email":"n@example.com","first_name":"N","custom_fields":{"no":12345678901234567890}}}}`;
  const asked = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`;
  const { status, json } = await send(asked, { authorization: `Bearer ${key}` });
  expect([status, json.id, json.result?.isError]).toEqual([200, 7, true]);
  expect(json.result.structuredContent.data).toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: ["params", "arguments", "body", "custom_fields", "no"], code: "inexact_number" }],
  });
  const id = await send('{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', {
    authorization: `Bearer ${key}`,
  });
  expect(id.json).toMatchObject({ id: null, error: { code: -32600 } });
});
