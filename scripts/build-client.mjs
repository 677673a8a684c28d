/** Rebuilds the published files of the client, after a route, a schema or client/src has changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildClient, DECLARED, declaredText } from "@/lib/testing/checks/client-package";
import { root } from "./lib/project.mjs";

writeFileSync(join(root, DECLARED), declaredText());
buildClient(root, join(root, "client/dist"));
process.exit(0);
