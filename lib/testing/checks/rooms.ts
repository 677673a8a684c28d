/**
 * The folders that each folder may import, beside itself and, within lib/, the files directly in lib/ and db/. A folder
 * that is not listed may import none. `*` stands for those that any may use.
 */
const MAY_IMPORT: Record<string, string> = {
  app: "* http",
  components: "client lib changes contacts fields identity imports imports/mapping workspaces",
  db: "lib",
  lib: "",
  // What all slices stand on.
  jobs: "",
  files: "adapters/blob",
  csv: "",
  stats: "",
  views: "",
  webhooks: "workspaces",
  events: "",
  audit: "",
  "adapters/blob": "",
  "adapters/limiter": "",
  "adapters/model": "",
  // Slices.
  "api-keys": "workspaces",
  bulk: "changes contacts fields jobs segments stats tags workspaces",
  changes: "contacts fields jobs stats",
  client: "contacts fields identity imports workspaces",
  confirmations: "settings",
  contacts: "changes fields files tags",
  digest: "email",
  duplicates: "contacts jobs",
  email: "adapters/limiter client jobs settings workspaces",
  exports: "adapters/blob contacts csv email files jobs segments tags workspaces",
  fields: "changes contacts workspaces",
  identity: "adapters/blob adapters/limiter api-keys audit client email settings webhooks workspaces",
  invitations: "adapters/limiter client contacts email identity members workspaces",
  members: "workspaces",
  segments: "changes contacts fields tags workspaces",
  settings: "contacts",
  tags: "changes workspaces",
  "webhook-endpoints": "changes contacts email jobs settings tags webhooks workspaces",
  workspaces: "audit client files identity",
  // An import: reading a file, interpreting its columns, interpreting its rows, writing them.
  imports:
    "adapters/blob changes client contacts csv fields files imports/diff imports/engine imports/file imports/kinds imports/mapping imports/rows jobs tags workspaces",
  "imports/kinds": "csv imports imports/file imports/mapping imports/rows",
  "imports/file": "adapters/blob csv fields imports imports/mapping",
  "imports/mapping": "adapters/model contacts csv imports",
  "imports/rows": "contacts csv fields imports imports/mapping",
  "imports/engine":
    "changes contacts email imports imports/diff imports/file imports/mapping imports/rows jobs stats",
  "imports/diff": "contacts csv imports imports/engine imports/rows jobs workspaces",
  "imports/upsert":
    "changes contacts fields imports imports/engine imports/mapping imports/rows jobs workspaces",
  // The pipeline of requests, and what starts and repairs the work of all slices.
  http: "adapters/limiter api-keys audit identity settings webhooks workspaces",
  server: "* http",
};

/** Folders whose files the product never runs, and files at the top: they may import what they like. */
const UNRESTRICTED = new Set(["", "scripts", "bench", "e2e", "testing"]);
/** Facts, which any folder may read. */
const FACTS = ["lib/contacts/fields", "lib/fields/fields"];
/** Not part of `*`. */
const NEVER = new Set(["app", "bench", "e2e", "scripts", "testing", "db", "http"]);

/** The folder of a file or an imported path, by which its imports are judged; those of lib/ without "lib/". */
export function roomOf(path: string): string {
  const [top = "", slice = "", part = ""] = path.split("/");
  if (top !== "lib") return path.includes("/") ? top : "";
  const nested = `${slice}/${part}`;
  if (nested in MAY_IMPORT) return nested;
  return path.split("/").length > 2 ? slice : "lib";
}

/** Whether a file may import another one, as far as the folders say. */
export function mayImport(path: string, target: string): boolean {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to || to === "" || UNRESTRICTED.has(from) || FACTS.includes(target)) return true;
  if (path.startsWith("lib/") && (to === "lib" || to === "db")) return true;
  const allowed = MAY_IMPORT[from]?.split(" ") ?? [];
  return allowed.includes(to) || (allowed.includes("*") && !NEVER.has(to));
}
