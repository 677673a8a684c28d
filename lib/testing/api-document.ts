import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { buildDocument } from "@/lib/http/openapi";

type Document = ReturnType<typeof buildDocument>;

const root = fileURLToPath(new URL("../..", import.meta.url));
let document: Document | undefined;

/**
 * The OpenAPI document. Building it loads every route of the API, so it is built once for all test files of a run, in a
 * process of its own, where no test has replaced anything.
 */
export function apiDocument(): Document {
  if (document) return document;
  const path = inject("apiDocument");
  if (!existsSync(path)) {
    const script = [
      "--conditions=react-server",
      "--import",
      "./scripts/ts-hooks.mjs",
      "lib/testing/write-document.mjs",
    ];
    execFileSync(`${root}node_modules/.bin/node`, [...script, path], { cwd: root });
  }
  document = JSON.parse(readFileSync(path, "utf8")) as Document;
  return document;
}

/** The method and the declaration of an operation in the document. */
export function operationNamed(operationId: string) {
  for (const item of Object.values(apiDocument().paths ?? {}))
    for (const [method, operation] of Object.entries(item ?? {}))
      if (operation.operationId === operationId) return { method: method.toUpperCase(), operation };
  return undefined;
}
