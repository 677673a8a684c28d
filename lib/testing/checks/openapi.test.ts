import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { errorStatus } from "@/lib/errors";
import { isForms } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { newWorkspace } from "@/lib/testing/workspace";
import { document, type Endpoint, endpoint, endpoints, type Schema, send } from "./operations";
import { schemaFaults } from "./wire";

const served = (await send(endpoint("getOpenApi").handler)).json;

/** What is structurally wrong with an OpenAPI 3.1 document, by those rules of its specification that we can break. */
function documentFaults(candidate: typeof served): string[] {
  const faults: string[] = [];
  if (candidate.openapi !== "3.1.0") faults.push("openapi");
  if (!candidate.info?.contact) faults.push("no contact");
  for (const { name, description } of candidate.tags ?? [])
    if (!description) faults.push(`${name}: tag not described`);
  if (candidate.info?.version !== "1.0.0" || !candidate.info?.title) faults.push("info");
  const seen = new Set<string>();
  for (const [path, item] of Object.entries<Record<string, typeof served>>(candidate.paths ?? {})) {
    if (!path.startsWith("/api/")) faults.push(`${path}: not under /api`);
    for (const [method, operation] of Object.entries(item)) {
      const name = operation.operationId ?? `${method} ${path}`;
      if (!operation.operationId || seen.has(name)) faults.push(`${name}: operationId missing or repeated`);
      seen.add(name);
      if (!operation.summary || !operation.description || !operation.tags?.length)
        faults.push(`${name}: not described`);
      if (Object.keys(operation.responses ?? {}).filter((status) => /^2\d\d$/.test(status)).length === 0)
        faults.push(`${name}: no success`);
      const declared = (operation.parameters ?? []).filter((one: Schema) => one.in === "path");
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      const isForKeys = operation.security === undefined;
      if (isForKeys !== ["read", "write", "send", "manage"].includes(operation["x-scope"]))
        faults.push(`${name}: no scope of an API key`);
      if (declared.length !== names.length || declared.some((one: Schema) => !one.required))
        faults.push(`${name}: path parameters`);
      for (const [type, content] of Object.entries<Schema>(operation.requestBody?.content ?? {})) {
        if (type === "application/json" && exampleOf(content) === undefined)
          faults.push(`${name}: no example`);
      }
    }
  }
  const references = JSON.stringify(candidate).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  for (const [, name = ""] of references) {
    if (!candidate.components?.schemas?.[name]) faults.push(`${name}: reference to nothing`);
  }
  return faults;
}

function exampleOf(content: Schema): unknown {
  return content.example ?? (content.schema as Schema | undefined)?.example;
}

/** Callers that an operation rejects before it reads a body that it could not accept. */
async function refused(one: Endpoint, callers: Record<string, Record<string, string>>): Promise<string[]> {
  const away: string[] = [];
  for (const [name, headers] of Object.entries(callers)) {
    const body = one.method === "GET" ? null : "{";
    const sent = { method: one.method, body, headers: { "content-type": "application/json", ...headers } };
    if ((await send(one.handler, sent)).status === 401) away.push(name);
  }
  return away;
}

/** Callers that the document says it rejects. */
function told({ described }: Endpoint): string[] {
  const security = described.security ?? [{ bearer: [] }];
  if (security.length === 0) return [];
  return described["x-secret"] ? ["nobody", "user"] : ["nobody"];
}

describe("the OpenAPI document", () => {
  it("is 3.1.0, declares version 1.0.0, and is sound", () => {
    expect(documentFaults(served)).toEqual([]);
    expect(Object.keys(served.paths)).toHaveLength(new Set(endpoints.map((one) => one.path)).size);
  });

  it("is what the tests validate answers with", () => {
    expect(served).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it("this check catches a document that is not sound", () => {
    const broken = structuredClone(served);
    broken.openapi = "3.0.3";
    broken.paths["/api/tags"].get.operationId = "createTag";
    delete broken.paths["/api/tags"].post.requestBody.content["application/json"].example;
    delete broken.components.schemas.Tag;
    broken.paths["/api/tags/{id}"].get.parameters = [];
    broken.info.contact = undefined;
    broken.tags[0].description = undefined;
    const faults = documentFaults(broken);
    for (const part of [
      "openapi",
      "no contact",
      `${broken.tags[0].name}: tag not described`,
      "createTag: operationId",
      "createTag: no example",
      "Tag: ref",
      "getTag: path",
    ]) {
      expect(
        faults.some((fault) => fault.startsWith(part)),
        part,
      ).toBe(true);
    }
  });

  it("has schemas that a JSON Schema 2020-12 validator takes in strict mode", () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
    formats.default(ajv);
    for (const word of ["example", "components"]) ajv.addKeyword(word);
    for (const [name, schema] of Object.entries<Schema>(served.components.schemas)) {
      expect(() => ajv.compile({ ...schema, components: served.components }), name).not.toThrow();
    }
  });

  it("gives examples of bodies that its schemas and the handlers accept", () => {
    for (const { id, described, operation } of endpoints) {
      const { body } = operation;
      const content = described.requestBody?.content["application/json"];
      if (!content) continue;
      const example = exampleOf(content);
      expect(schemaFaults(`${id} body`, content.schema, example), id).toEqual([]);
      const schema = body && isForms(body) ? body["application/json"]?.schema : body;
      if (schema) expect(schema.safeParse(example).error?.issues, id).toBeUndefined();
    }
  });

  it("has one security scheme, an HTTP bearer with JWT, for users unless an operation says otherwise", () => {
    const { bearer, ...others } = served.components.securitySchemes;
    expect(bearer).toMatchObject({ type: "http", scheme: "bearer", bearerFormat: "JWT" });
    expect(others).toEqual({});
    expect(served.security).toEqual([{ bearer: [] }]);
  });

  it("says of every operation who may call it, and that is who may", async () => {
    const { token } = await newWorkspace();
    const callers = { nobody: {}, user: { authorization: `Bearer ${token}` } };
    for (const one of endpoints) expect([one.id, await refused(one, callers)]).toEqual([one.id, told(one)]);
    const forgetful = route({ ...endpoint("runSweep").operation, auth: "public", handler: async () => ({}) });
    const planted = { ...endpoint("runSweep"), handler: forgetful };
    expect(await refused(planted, callers)).not.toEqual(told(planted));
  });

  it("publishes the e-mail pattern of the interface to the letter", () => {
    const pattern =
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
    expect(served.components.schemas.NewContact.properties.email.pattern).toBe(pattern);
    expect(served.components.schemas.ContactChanges.properties.email.pattern).toBe(pattern);
  });
});

describe("every error code", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const sources = ["app/api", "lib"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.|testing/.test(name))
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  );
  const used = new Set(
    sources.flatMap((text) => [...text.matchAll(/new ApiError\(\s*"([A-Z_]+)"/g)].map((m) => m[1])),
  );

  it("that the code throws is in the closed list, and the list has no other", () => {
    const helpers = ["VALIDATION_ERROR", "NOT_FOUND"];
    expect([...new Set([...used, ...helpers])].sort()).toEqual(Object.keys(errorStatus).sort());
  });

  it("is told in the document, with its status", () => {
    const { description } = served.components.schemas.Error.properties.code;
    for (const [code, status] of Object.entries(errorStatus))
      expect(description).toContain(`${code} ${status}`);
  });

  it("is declared by an operation, but for the 405 that every path has", () => {
    const declared = endpoints.flatMap(({ described }) =>
      Object.entries<Schema>(described.responses).flatMap(([status, one]) =>
        [...String(one.description).matchAll(/^([A-Z_]+): ./gm)].map(([, code]) => `${code} ${status}`),
      ),
    );
    for (const [code, status] of Object.entries(errorStatus)) {
      if (code !== "METHOD_NOT_ALLOWED") expect(declared).toContain(`${code} ${status}`);
    }
  });
});
