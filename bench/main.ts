import { parseArgs } from "node:util";

/**
 * `npm run bench import` measures the import engine beside its limit and the usual ways, `bench product` the built
 * product while it receives a large file, `bench neighbours` one workspace beside another under extreme load, `bench
 * sign-ins` a reader beside sign-ins at full rate, `bench million` the contact table with a million contacts, `bench
 * archive` backup and restore of a million, `bench lighthouse` the pages,
 * `bench house` the source itself, `bench diff` dry runs that store their diff, `bench http` reads beside a bare Next
 * handler, `bench processes` the list with one app process and with two, `bench batch` a batch of contacts beside an
 * import of the same, `bench soak` mixed traffic for half an hour, `bench list` orders, searches and filters of a million contacts, `bench distributed` a Citus cluster
 * beside the same server undistributed, with kills of all its parts. `bench pictures` measures
 * nothing: it renders the pictures of README. Their options are described in their own files.
 */
const BENCHES: Record<string, () => Promise<unknown>> = {
  import: () => import("./import"),
  product: () => import("./product"),
  neighbours: () => import("./neighbours"),
  "sign-ins": () => import("./sign-ins"),
  million: () => import("./million"),
  archive: () => import("./archive"),
  lighthouse: () => import("./lighthouse"),
  diff: () => import("./diff"),
  http: () => import("./http"),
  processes: () => import("./processes"),
  batch: () => import("./batch"),
  list: () => import("./list"),
  soak: () => import("./soak"),
  distributed: () => import("./distributed"),
  house: () => import("./house"),
  pictures: () => import("./pictures"),
};
const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const bench = BENCHES[positionals[0] ?? ""];
if (!bench) throw new Error(`What is to be measured? npm run bench ${Object.keys(BENCHES).join(" | ")}`);
await bench();
