import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type ErrorCode, errorStatus } from "@/lib/errors";
import { EXPOSED_HEADERS } from "@/lib/http/cors";
import { closed } from "@/lib/testing/closed";
import { document, type Endpoint, type Got, isJson, type Schema } from "./operations";

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>();

/** Why an answer breaks the contract made by the document and the decisions on errors; empty if it does not. */
export function contractFaults(one: Endpoint, got: Got): string[] {
  const faults = [...headerFaults(got)];
  if (got.status >= 500) faults.push(`status ${got.status}: ${got.text.slice(0, 200)}`);
  const described = one.described.responses[String(got.status)];
  if (!described) return [...faults, `undeclared status ${got.status}`];
  if (got.status >= 400) return [...faults, ...errorFaults(got)];
  const type = got.headers.get("content-type")?.split(";")[0] ?? "application/json";
  if (described.content && !described.content[type]) return [...faults, `undeclared media type ${type}`];
  const schema = isJson(type) && described.content?.[type]?.schema;
  if (schema) faults.push(...schemaFaults(`${one.id} ${got.status}`, schema, got.json, true));
  else if (got.status === 204 && got.text !== "") faults.push("204 with a body");
  return faults;
}

function errorFaults({ status, json }: Got): string[] {
  const { code, message } = json ?? {};
  const isKnown = typeof code === "string" && Object.hasOwn(errorStatus, code);
  if (!isKnown || errorStatus[code as ErrorCode] !== status) return [`code ${code} with status ${status}`];
  if (typeof message !== "string" || message === "") return ["no message"];
  const extra = Object.keys(json).filter((key) => !["code", "message", "details"].includes(key));
  return extra.length > 0 ? [`unknown members ${extra}`] : [];
}

/** On every answer under /api, errors included. */
const HEADERS = ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/**
 * For pages of other origins: the exposed headers, the headers every page may read (Fetch Standard), and those for
 * browsers alone.
 */
const READABLE = new Set([
  ...EXPOSED_HEADERS.map((name) => name.toLowerCase()),
  ...["cache-control", "content-length", "content-type"],
  ...["content-security-policy", "vary", "www-authenticate", "x-content-type-options"],
]);

function headerFaults({ status, headers }: Got): string[] {
  const missing = HEADERS.filter((name) => !headers.get(name)).map((name) => `no ${name}`);
  if (headers.get("cache-control") !== "private, no-store") missing.push("may be cached");
  if (headers.get("x-content-type-options") !== "nosniff") missing.push("may be sniffed");
  if ((status === 429 || status === 503) && !(Number(headers.get("retry-after")) >= 1))
    missing.push("no Retry-After");
  for (const name of headers.keys())
    if (!READABLE.has(name)) missing.push(`${name} is kept from other origins`);
  return missing;
}

/** Why a value does not match a schema; with `isWhole` it must not have further fields either. */
export function schemaFaults(key: string, schema: Schema, value: unknown, isWhole = false): string[] {
  const whole = { ...schema, components: document.components };
  const validate = validators.get(key) ?? ajv.compile(isWhole ? closed(whole) : whole);
  validators.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
