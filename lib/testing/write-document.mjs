/** `node … lib/testing/write-document.mjs FILE` writes the OpenAPI document. Several may: the file is always whole. */
import { renameSync, writeFileSync } from "node:fs";
import { document } from "@/lib/testing/checks/operations";

const [file = "openapi.json"] = process.argv.slice(2);
const draft = `${file}.${process.pid}`;
writeFileSync(draft, JSON.stringify(document));
renameSync(draft, file);
