import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorStatus } from "@/lib/errors";
import { apiTypes, membersOf } from "./api-types";
import { document, endpoints } from "./operations";

/** Where the client's own copy of the document is. */
export const DECLARED = "client/src/declared.ts";

/** How many members of an answer tell whether it is Kith's. */
const TELLING = 3;

/** What the client must know of the document at run time, and the codes of its errors. */
export function declaredText(): string {
  const keyed = endpoints.flatMap(({ method, path, operation }) =>
    operation.idempotent ? [`${method} ${path.replace(/^\/api/, "")}`] : [],
  );
  return `// Made from the OpenAPI document by \`npm run build:client\`; a test fails when it is not current. Do not edit.

/** Operations that honour an Idempotency-Key. */
export const KEYED: ReadonlySet<string> = new Set([
${keyed
  .toSorted()
  .map((name) => `  ${JSON.stringify(name)},\n`)
  .join("")}]);

/** Operations that answer with JSON, and members that their answers have: an answer with none of them is not Kith's. */
export const ANSWERS: { readonly [operation: string]: readonly string[] } = {
${Object.entries(membersOf(document))
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([name, members]) =>
      `  ${JSON.stringify(name)}: [${members
        .slice(0, TELLING)
        .map((one) => JSON.stringify(one))
        .join(", ")}],\n`,
  )
  .join("")}};

export type ErrorCode =
${Object.keys(errorStatus)
  .map((code) => `  | ${JSON.stringify(code)}`)
  .join("\n")};
`;
}

/** Compiles client/src in a folder of its own, because the published package must need nothing around it. */
export function buildClient(root: string, target: string): void {
  const folder = mkdtempSync(join(tmpdir(), "kith-client-"));
  try {
    cpSync(join(root, "client/src"), join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src/api-types.ts"), apiTypes(document));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings(root)));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
    rmSync(target, { recursive: true, force: true });
    cpSync(join(folder, "dist"), target, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With the globals that all runtimes share, and none of Node's. */
function settings(root: string) {
  const shared = { target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], types: [] };
  const own = { plugins: [], paths: {}, allowJs: false, checkJs: false, incremental: false };
  const emitted = { noEmit: false, allowImportingTsExtensions: false, declaration: true };
  const compilerOptions = { ...shared, ...own, ...emitted, rootDir: "src", outDir: "dist" };
  return { extends: join(root, "tsconfig.json"), include: ["src"], compilerOptions };
}
