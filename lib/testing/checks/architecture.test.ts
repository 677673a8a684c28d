import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findViolations, type SourceFile, type Violation } from "./architecture";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDERS = ["app", "bench", "client", "components", "db", "e2e", "lib", "scripts"];

function sources(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.(ts|tsx|mjs|cjs)$/.test(path) && !path.startsWith("client/dist/"))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );
}

it("holds: imports point one way, one reader of the environment, one subject per file", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(300);
  expect(findViolations(files)).toEqual([]);
});

const lines = (count: number) => "//\n".repeat(count);
const planted: [Violation["rule"], string, string][] = [
  ["direction", "app/api/contacts/route.ts", 'import { contacts } from "@/db/schema";'],
  ["direction", "app/page.tsx", 'const { db } = await import("@/db/client");'],
  ["direction", "components/contacts/row.tsx", 'import { listContacts } from "@/lib/contacts/queries";'],
  ["direction", "components/contacts/row.tsx", 'import { env } from "../../lib/env";'],
  ["direction", "components/ui/button.tsx", 'export { x } from "@/app/config";'],
  ["direction", "components/contacts/row.tsx", 'import type { Contact } from "@/lib/contacts/schemas";'],
  ["direction", "lib/client/contacts.ts", 'import type { Contact } from "@/lib/contacts/schemas";'],
  ["direction", "lib/client/contacts.ts", 'import { db } from "@/db/client";'],
  ["direction", "lib/client/contacts.ts", 'import { log } from "../log";'],
  ["direction", "lib/contacts/queries.ts", 'import { GET } from "@/app/api/contacts/route";'],
  ["direction", "lib/email/render.tsx", 'import { Button } from "@/components/ui/button";'],
  ["direction", "db/client.ts", 'import { log } from "@/lib/log";'],
  [
    "direction",
    "lib/imports/import.test.ts",
    `import { peopleCsv } from "${["@", "bench/people"].join("/")}";`,
  ],
  ["direction", "lib/imports/rows/reader.ts", 'import type { Batch } from "@/lib/imports/engine/plan";'],
  ["direction", "lib/imports/mapping/headers.ts", 'import { parseHead } from "../file/records";'],
  ["direction", "lib/contacts/queries.ts", 'import { reply } from "@/lib/http/reply";'],
  ["direction", "lib/exports/job.ts", 'import { background } from "../http/background";'],
  ["direction", "lib/exports/job.ts", 'import { startJob } from "@/lib/server/jobs";'],
  ["direction", "lib/jobs/run.ts", 'import { importJob } from "@/lib/imports/engine/job";'],
  ["direction", "lib/jobs/queue.ts", 'import { limiter } from "@/lib/adapters/limiter";'],
  ["direction", "lib/streams.ts", 'import { blobStore } from "./adapters/blob";'],
  ["direction", "lib/files/orphans.ts", 'import { fileKey } from "../exports/outcome";'],
  ["direction", "lib/tags/queries.ts", 'import { findImport } from "@/lib/imports/queries";'],
  ["direction", "lib/email/kinds.ts", 'import "../digest/send";'],
  ["direction", "lib/adapters/blob/s3.ts", 'import { limits } from "@/lib/imports/limits";'],
  ["direction", "lib/imports/kinds/workbook.ts", 'import { load } from "../engine/load";'],
  ["direction", "lib/tags/queries.ts", 'import { newWorkspace } from "@/lib/testing/workspace";'],
  ["direction", "app/page.tsx", 'import { newWorkspace } from "@/lib/testing/workspace";'],
  ["direction", "lib/stats/queries.ts", 'import { findSegment } from "@/lib/segments/queries";'],
  ["direction", "lib/tags/queries.ts", 'import { start } from "@/scripts/start.mjs";'],
  ["direction", "lib/new-slice/queries.ts", 'import { findTag } from "@/lib/tags/queries";'],
  ["environment", "lib/contacts/queries.ts", 'import { env } from "node:process";'],
  ["environment", "lib/contacts/queries.ts", "const { env: e } = process;"],
  ["environment", "lib/contacts/queries.ts", "const it = process?.env;"],
  ["environment", "lib/contacts/queries.ts", "const { DATABASE_URL } = process.env;"],
  ["environment", "components/ui/button.tsx", 'process["env"].NODE_ENV'],
  ["length", "lib/contacts/queries.ts", lines(301)],
  ["names", "lib/tags/queries.ts", 'import { db, sql } from "@/db/client";'],
  ["names", "lib/tags/queries.ts", 'import { pg as sql } from "@/db/client";'],
  ["names", "lib/tags/queries.ts", 'import { eq, sql as raw } from "drizzle-orm";'],
  ["names", "scripts/lib/migrations.mjs", "async function applyPending(sql, upTo) {}"],
  ["names", "e2e/operations/keys.spec.ts", "const { sql, dataDir } = platform;"],
  ["length", "app/api/contacts/route.test.ts", lines(351)],
];

it.each(planted)("catches a planted violation: %s in %s: %.60s", (rule, path, text) => {
  expect(findViolations([{ path, text }]).map((found) => found.rule)).toEqual([rule]);
});

it("catches a ring of imports, types included", () => {
  const ring = [
    { path: "lib/tags/a.ts", text: 'import type { B } from "./b";' },
    { path: "lib/tags/b.ts", text: 'import { c } from "./c";' },
    { path: "lib/tags/c.ts", text: 'import type { A } from "@/lib/tags/a";' },
  ];
  const told = "lib/tags/a.ts → lib/tags/b.ts → lib/tags/c.ts → lib/tags/a.ts";
  expect(findViolations(ring).map(({ rule, message }) => [rule, message])).toEqual([["cycle", told]]);
  expect(findViolations(ring.slice(0, 2))).toEqual([]);
  const scripts = [
    { path: "scripts/a.mjs", text: 'import { b } from "./lib/b.mjs";' },
    { path: "scripts/lib/b.mjs", text: 'await import("../a.mjs");' },
  ];
  expect(findViolations(scripts).map(({ message }) => message)).toEqual([
    "scripts/a.mjs → scripts/lib/b.mjs → scripts/a.mjs",
  ]);
});

it.each([
  ["app/api/contacts/route.ts", 'import { listContacts } from "@/lib/contacts/queries";'],
  ["components/contacts/row.tsx", 'import type { Contact } from "@/lib/client/api-types";'],
  ["lib/exports/job.ts", 'import { unknownTags } from "@/lib/tags/queries";'],
  ["lib/jobs/run.ts", 'import { log } from "@/lib/log"; import { held } from "./lease";'],
  ["lib/files/remove.ts", 'import { blobStore } from "@/lib/adapters/blob";'],
  ["lib/server/jobs.ts", 'import { importJob } from "@/lib/imports/engine/job";'],
  ["lib/imports/file/file.ts", 'import { shapeOf } from "@/lib/imports/mapping/shapes";'],
  ["lib/contacts/queries.ts", lines(300)],
  ["lib/contacts/queries.test.ts", 'import { GET } from "@/app/api/contacts/route"; process.env.X = "1";'],
])("lets pass what the house allows: %s: %s", (path, text) => {
  expect(findViolations([{ path, text }])).toEqual([]);
});
