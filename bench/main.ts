import { parseArgs } from "node:util";

/**
 * `npm run bench import` measures the import engine beside its limit and the usual ways, `npm run bench product` the
 * built product from outside while it takes a large file. Options: see either file.
 */
const { positionals } = parseArgs({ allowPositionals: true, strict: false });
if (positionals[0] === "import") await import("./bench-import");
else if (positionals[0] === "product") await import("./bench-product");
else throw new Error("What is to be measured? npm run bench import, or npm run bench product");
