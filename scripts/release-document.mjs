/** Stores the structure of the OpenAPI document, none of which later releases may withdraw. Part of making a release. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { structureOf } from "@/lib/testing/checks/breaking";
import { document } from "@/lib/testing/checks/operations";
import { root } from "./lib/project.mjs";

writeFileSync(
  join(root, `docs/openapi-${document.info.version}.json`),
  `${JSON.stringify(structureOf(JSON.parse(JSON.stringify(document))))}\n`,
);
