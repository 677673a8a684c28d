import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { type Installation, startInstallation } from "./installation";

let kith: Installation;
let folder = "";
test.beforeAll(async () => {
  kith = await startInstallation();
  // Where npm finds the project's scripts and programs, as in a reader's shell.
  folder = mkdtempSync(join(tmpdir(), "kith-quickstart-"));
  for (const name of ["package.json", "scripts", "node_modules", "client", "lib"])
    symlinkSync(resolve(name), join(folder, name));
});
test.afterAll(async () => {
  await kith?.stop();
  kith?.remove();
  if (folder) rmSync(folder, { recursive: true });
});

/** A block of the README as it is written there, except for the address and the workspace. */
function blockOf(name: string): string {
  const block = new RegExp(`<!-- ${name} -->\\s*\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(
    readFileSync("README.md", "utf8"),
  )?.[1];
  if (!block) throw new Error(`README has no block ${name}`);
  return block.replace("http://localhost:3000", kith.url).replace("you@example.com", `${name}@example.com`);
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const dataDir = kith.dataDir;
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: "0", DATA_DIR: dataDir, ...env },
  });
  return stdout;
}

const shell = (script: string) => run("bash", ["-euo", "pipefail", "-c", script]);

test("the quickstart of the README works by curl as it is printed", async () => {
  const said = await shell(blockOf("quickstart"));
  expect(said).toContain('"create":1,"update":1,"unchanged":0,"skip":0,"fail":1');
  expect(said).toContain('"code":"email_invalid"');
  expect(said).toContain('"last_name":"King"');
  expect(said).toContain('"removed":1,"restored":1,"kept":0');
});

test("and by the client", async () => {
  const token = await shell("npm run -s token -- client@example.com");
  writeFileSync(join(folder, "quickstart.mjs"), blockOf("quickstart-client"));
  const said = await run("node", ["quickstart.mjs"], { TOKEN: token.trim() });
  expect(said).toContain("{ created_rows: 1, updated_rows: 1 }");
  expect(said).toContain("alan@example.com Al\n");
  expect(said).toMatch(/removed: 1,\s+restored: 1,[^}]*\s+kept: 0/);
});

test("and from the command line", async () => {
  const said = await shell(blockOf("quickstart-cli"));
  expect(said).toContain("Vorname  → first_name");
  expect(said).toContain("Would create 2, update 0, unchanged 0, skip 0; rejected rows: 0");
  expect(said).toContain("Imported: created 2, updated 0, unchanged 0, skipped 0, rejected 0.");
  expect(said).toContain("zoe@example.com\tZoë Müller\n");
  expect(said).toContain("contacts.csv: 2 contacts\n");
  expect(said).toContain("Undone: removed 2, restored 0, kept 0.");
  expect(said).toMatch(/: 0 contacts\n {2}\S+ {2}people\.csv: completed, 2 of 2 rows\n$/);
  expect(readFileSync(join(folder, "contacts.csv"), "utf8")).toContain("lise@example.com,Lise,Meitner");
});
