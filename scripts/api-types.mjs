/** Writes the types of the dashboard's calls anew, and the client with them, after a route or a schema has changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_TYPES, apiTypes } from "@/lib/testing/checks/api-types";
import { document } from "@/lib/testing/checks/operations";
import { root } from "./lib/project.mjs";

writeFileSync(join(root, API_TYPES), apiTypes(document));
await import("./build-client.mjs");
