import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { type ErrorCode, errorMeaning, errorStatus } from "@/lib/errors";
import { errorBody } from "@/lib/schemas";
import { scopeFor } from "@/lib/workspaces/roles";
import { isForms, isOptional } from "./body";
import { explain } from "./explained";
import { ANSWER_HEADERS, COMMON_HEADERS, REQUEST_HEADERS, signatureHeaders } from "./headers";
import { type Operation, permissionFor, type RouteHandler } from "./operation";
import { tagDescriptions } from "./tags";

/** A route module by its path, as app/api/routes.ts lists them. */
type RouteModules = Record<string, Record<string, unknown>>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The OpenAPI 3.1 document of these routes, built from the declarations that validate and answer. */
export function buildDocument(modules: RouteModules) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, module] of Object.entries(modules)) {
    const item: Record<string, ZodOpenApiOperationObject> = {};
    for (const method of METHODS) {
      const operation = (module[method] as RouteHandler | undefined)?.operation;
      if (operation) item[method.toLowerCase()] = describe(operation, method);
    }
    paths[path] = item;
  }
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Kith API",
      version: "1.0.0",
      description:
        "Workspace-scoped contacts, tags, imports and CSV exports. Fields and endpoints may be added; clients must ignore what they do not know.",
      contact: { name: "Kith" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: [{ bearer: [] }],
    tags: [...tagsOf(paths)].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "A user's access token, or an API key of the workspace. A user may select another of their workspaces with the header `X-Workspace-Id`. Operations with `x-secret` take that secret of the server instead.",
        },
      },
    },
  };
  // Declarations share parts of their schemas; each place gets a description of its own.
  const built: ReturnType<typeof createDocument> = JSON.parse(
    JSON.stringify(createDocument(document, { override: plain })),
  );
  explain({ ...built });
  return built;
}

/** Answers may gain fields, so no schema forbids them; and an integer need not be declared a safe one. */
const plain: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

function tagsOf(paths: ZodOpenApiPathsObject): Set<string> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item ?? {}));
  return new Set(operations.flatMap((operation: ZodOpenApiOperationObject) => operation.tags ?? []));
}

function describe(operation: Operation, method: string): ZodOpenApiOperationObject {
  const requestBody = bodyOf(operation);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    tags: [operation.tag],
    ...deprecationOf(operation),
    ...securityOf(operation, method),
    requestParams: {
      ...(operation.params && { path: operation.params as z.ZodObject }),
      ...(operation.query && { query: operation.query as z.ZodObject }),
      ...(operation.idempotent && { header: REQUEST_HEADERS.idempotency }),
      ...(operation.conditional && { header: REQUEST_HEADERS.ifMatch }),
      ...(hasTag(operation, method) && { header: REQUEST_HEADERS.ifNoneMatch }),
      ...(operation.auth === "webhook" && { header: signatureHeaders }),
    },
    ...(requestBody && { requestBody }),
    responses: { ...successes(operation, method), ...failures(operation) },
  };
}

function deprecationOf({ deprecated }: Operation) {
  if (!deprecated) return {};
  const { since, instead, sunset } = deprecated;
  return {
    deprecated: true,
    "x-deprecated-since": since,
    "x-successor": instead,
    ...(sunset && { "x-sunset": sunset }),
  };
}

/**
 * An extension names the secret that our machines send instead of a user's token; see docs/decisions/contract.md. The
 * permission that a member needs, and the scope that an API key needs, are extensions too.
 */
function securityOf(operation: Operation, method: string) {
  const { auth = "bearer" } = operation;
  if (auth === "bearer") {
    const permission = permissionFor(operation, method);
    return { "x-scope": scopeFor(permission), "x-permission": permission };
  }
  if (auth === "public") return { security: [] };
  return { security: [{ bearer: [] }], "x-secret": auth === "cron" ? "CRON_SECRET" : "WEBHOOK_SECRET" };
}

/** JSON answers to GET have an entity tag. */
function hasTag({ response }: Operation, method: string): boolean {
  const answers = [response[200] ?? null].flat();
  return method === "GET" && answers.some((one) => one !== null && !("media" in one));
}

function bodyOf({ body, example }: Operation): ZodOpenApiOperationObject["requestBody"] {
  if (!body) return undefined;
  const forms = isForms(body) ? body : { "application/json": { schema: body } };
  const content = Object.entries(forms).map(([type, { schema }]) => {
    const isExample = type === "application/json" && example !== undefined;
    return [type, { schema, ...(isExample && { example }) }];
  });
  return { required: !isOptional(body), content: Object.fromEntries(content) };
}

function successes(operation: Operation, method: string): ZodOpenApiOperationObject["responses"] {
  const entries = Object.entries(operation.response).map(([status, declared]) => {
    const answers = [declared].flat().filter((one) => one !== null);
    const content = answers.map((one) =>
      "media" in one
        ? [one.media, { schema: { type: "string" as const, description: one.description } }]
        : ["application/json", { schema: one }],
    );
    const [first] = answers;
    const described = first && ("media" in first ? first.description : first.meta()?.description);
    const description = described ?? (first ? operation.summary : "Done");
    return [
      status,
      {
        description,
        headers: headersOf(operation, method, status),
        ...(first && { content: Object.fromEntries(content) }),
      },
    ];
  });
  const unchanged = {
    description: "The client's copy is current",
    headers: { ...COMMON_HEADERS, ETag: ANSWER_HEADERS.ETag },
  };
  return { ...Object.fromEntries(entries), ...(hasTag(operation, method) && { 304: unchanged }) };
}

function headersOf(operation: Operation, method: string, status: string) {
  const isList =
    operation.query instanceof z.ZodObject && /cursor|after/.test(Object.keys(operation.query.shape).join());
  const { ETag, Link, Deprecation, Sunset } = ANSWER_HEADERS;
  return {
    ...COMMON_HEADERS,
    ...((operation.conditional || hasTag(operation, method)) && status === "200" && { ETag }),
    ...(method === "GET" && isList && { Link }),
    ...(operation.deprecated && { Deprecation }),
    ...(operation.deprecated?.sunset && { Sunset }),
  };
}

function failures(operation: Operation): ZodOpenApiOperationObject["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const waits = new Set([429, 503, ...(operation.idempotent ? [409] : [])]);
  const { "Retry-After": retryAfter } = ANSWER_HEADERS;
  const entries = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `${code}: ${errorMeaning[code]}`).join("\n"),
      headers: waits.has(status) ? { ...COMMON_HEADERS, "Retry-After": retryAfter } : COMMON_HEADERS,
      content: { "application/json": { schema: errorBody } },
    },
  ]);
  return Object.fromEntries(entries);
}

function errorsOf(operation: Operation): Set<ErrorCode> {
  const codes = new Set<ErrorCode>(["RATE_LIMITED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"]);
  if (operation.auth !== "public") codes.add("UNAUTHORIZED");
  if ((operation.auth ?? "bearer") === "bearer") codes.add("FORBIDDEN");
  if (operation.params) codes.add("NOT_FOUND");
  if (operation.params || operation.query || operation.body) codes.add("VALIDATION_ERROR");
  if (operation.body) codes.add("INVALID_JSON").add("PAYLOAD_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
  if (operation.idempotent) codes.add("IDEMPOTENCY_CONFLICT");
  if (operation.conditional) codes.add("PRECONDITION_FAILED");
  for (const code of operation.errors ?? []) codes.add(code);
  return codes;
}
