import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { GET } from "@/app/docs.md/route";
import type { DocumentedField } from "@/components/docs/types";
import { document } from "@/lib/testing/checks/operations";
import { exampleOf } from "./example";
import { documented } from "./operations";
import { typeOf } from "./schemas";

const schemas = document.components?.schemas ?? {};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: "document", components: { schemas } });

/** The JSON answers of success, with their schemas as the document has them. */
const answers = Object.values(document.paths ?? {}).flatMap((item) =>
  Object.values(item as Record<string, { operationId: string; responses: object }>).flatMap((operation) =>
    Object.entries(operation.responses as Record<string, { content?: Record<string, { schema: object }> }>)
      .filter(([status]) => status < "300")
      .flatMap(([status, { content }]) => {
        const schema = content?.["application/json"]?.schema;
        return schema ? [{ name: `${operation.operationId} ${status}`, schema }] : [];
      }),
  ),
);

const pointed = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));

const objectWith = (type: string, isRequired: boolean) => ({
  type: "object",
  properties: { from: { type } },
  ...(isRequired && { required: ["from"] }),
});

/** Names that occur more than once among the members of one object. */
function repeated(fields: readonly { name: string; fields: DocumentedField[] }[]): string[] {
  const names = fields.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) < index),
    ...fields.flatMap((field) => repeated(field.fields)),
  ];
}

describe("the API reference", () => {
  it("names each member of an object once, also where alternatives share it", () => {
    const answers = Object.values(document.components?.schemas ?? {}).map(typeOf);
    expect(answers.flatMap(({ fields }) => repeated(fields))).toEqual([]);
    const [either] = typeOf({
      anyOf: [objectWith("string", true), objectWith("number", true), objectWith("string", false)],
    }).fields;
    expect(either).toMatchObject({ name: "from", text: "string | number", required: false });
  });

  it.each(answers)("shows an answer of $name that its schema allows", ({ schema }) => {
    const validate = ajv.compile(pointed(schema));
    const example = exampleOf(schema, schemas);
    expect(validate(example), JSON.stringify([validate.errors, example])).toBe(true);
  });

  it("has an example of every JSON answer, and of a contact one that looks like a contact", () => {
    expect(answers.length).toBeGreaterThan(60);
    const { operations } = documented();
    const [answer] = operations.find(({ id }) => id === "getContact")?.answers ?? [];
    expect(JSON.parse(answer?.contents[0]?.example ?? "null")).toMatchObject({
      email: "ada@example.com",
      last_name: "Lovelace",
      tags: [{ name: expect.any(String) }],
    });
  });

  it("shows the status that an import has once it is confirmed or resumed", () => {
    const { operations } = documented();
    const started = operations.filter(({ id }) => id === "confirmImport" || id === "resumeImport");
    const examples = started.map(({ answers: [answer] }) => answer?.contents[0]?.example ?? "null");
    expect(examples.map((example) => JSON.parse(example).status)).toEqual(["processing", "processing"]);
  });

  it("leaves out what only the server's own machines call", () => {
    const { operations, groups } = documented();
    const shown = new Set(operations.map(({ path }) => path));
    expect([...shown].filter((path) => /\/cron\/|\/webhooks$/.test(path))).toEqual([]);
    expect(groups.map(({ name }) => name)).not.toContain("internal");
    expect(new Set(operations.map(({ tag }) => tag))).toEqual(new Set(groups.map(({ name }) => name)));
  });

  it("is there as Markdown, whole and by operation", async () => {
    const ask = (query = "") => GET(new Request(`http://localhost/docs.md${query}`));
    const whole = await ask().text();
    for (const { summary } of documented().operations) expect(whole).toContain(`### ${summary}\n`);
    expect(whole).not.toContain("undefined");
    expect(whole.match(/^```/gm)?.length).toSatisfy((fences: number) => fences > 100 && fences % 2 === 0);
    const one = ask("?operation=getTag");
    expect([one.status, one.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(await one.text()).toMatch(/^### Read one tag\n\n`GET \/api\/tags\/\{id\}` · scope `read`/);
    for (const name of ["runSweep", "nothing", ""]) expect(ask(`?operation=${name}`).status).toBe(404);
  });
});
