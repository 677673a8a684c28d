import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { commandLine, isAlive, processesIn, signal, waitUntilGone } from "./lib/processes.mjs";
import { productForTests } from "./testing/lifecycle.mjs";
import { present } from "./testing/present.mjs";

// Real databases are created and killed here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const place = productForTests();
const clusterFolder = () => join(place.dataDir, "postgres/data");

/**
 * Kills a process for good and waits until it is gone.
 * @param {number} pid
 */
async function kill9(pid) {
  signal(pid, "SIGKILL");
  await waitUntilGone(pid, 5_000);
}

/**
 * Servers, not their workers, whose command line has other words. Linux only.
 * @param {string} folder
 */
const serversIn = (folder) => processesIn(folder).filter((pid) => commandLine(pid).includes("-D "));

it("starts a killed database again at the same address, and leaves the app alone", async () => {
  const kith = place.start();
  await kith.untilReady();
  await place.onDatabase((pg) => pg`create table stays as select 1 as one`);
  const before = { app: await place.askApp(), database: place.databasePid() };
  await kill9(before.database);
  await kith.untilSaid(
    /The database was killed \(SIGKILL.*Starting it again\.\n(.*\n)*.*The database is back after/,
  );
  expect(await place.askApp()).toEqual(before.app);
  expect(await place.onDatabase((pg) => pg`select one from stays`)).toEqual([{ one: 1 }]);
  expect(place.databasePid()).not.toBe(before.database);
  signal(kith.pid, "SIGTERM");
  expect((await kith.ended).code).toBe(0);
  expect(processesIn(clusterFolder())).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "ends workers that outlive their database, the frozen ones too, before it starts another",
  async () => {
    const kith = place.start();
    await kith.untilReady();
    const database = place.databasePid();
    // Not awaited: this plain driver never notices the end.
    place.onDatabase((pg) => pg`do $$ begin loop end loop; end $$`).catch(() => {});
    const busy = () => processesIn(clusterFolder()).find((pid) => / DO$/.test(commandLine(pid)));
    await vi.waitFor(() => expect(busy()).toBeGreaterThan(0), { timeout: 10_000 });
    const frozen = processesIn(clusterFolder()).find((pid) => /checkpointer/.test(commandLine(pid)));
    const workers = [present(busy()), present(frozen)];
    signal(frozen, "SIGSTOP");
    const stranger = spawn("sleep", ["60"], { cwd: clusterFolder() });
    await kill9(database);
    await kith.untilSaid(/The database is back/);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(isAlive(present(stranger.pid))).toBe(true);
    stranger.kill();
    // A worker that has just been forked looks like its server for a moment.
    await vi.waitFor(() => expect(serversIn(clusterFolder())).toEqual([place.databasePid()]));
  },
);

it("starts a killed app again, and leaves the database alone", async () => {
  const kith = place.start();
  await kith.untilReady();
  const before = { app: await place.askApp(), database: place.databasePid() };
  await kill9(before.app.pid);
  await kith.untilSaid(/The app was killed \(SIGKILL.*Starting it again\.\n(.*\n)*.*The app is back after/);
  const after = await place.askApp();
  expect(after).toEqual({ ...before.app, pid: expect.any(Number) });
  expect(after.pid).not.toBe(before.app.pid);
  expect(place.databasePid()).toBe(before.database);
});

it("starts an app again that ran out of memory, and says how much it may have", async () => {
  const kith = place.start({ NODE_OPTIONS: "--max-old-space-size=40" });
  await kith.untilReady();
  await fetch(`http://127.0.0.1:${place.port}/fill`).catch(() => {});
  const said = await kith.untilSaid(/The app is back/);
  expect(said).toMatch(/The app ran out of memory \(it may use 40 MB: NODE_OPTIONS=/);
});

it("gives up an app that ends right after its start again and again, and shows what it said", async () => {
  const kith = place.start();
  await kith.untilReady();
  const [app, database] = [(await place.askApp()).pid, place.databasePid()];
  const planted = join(place.folder, "break-start");
  writeFileSync(planted, "");
  await kill9(app);
  const { code, output } = await kith.ended;
  rmSync(planted);
  expect(code).toBe(1);
  const tries = output.match(/The app ended at its start \(exit code 1\)\. Starting it again/g);
  expect(tries?.length).toBeGreaterThanOrEqual(4);
  expect(output).toMatch(
    /✗ The app ended 6 times in a row.*nothing is lost\.\n +planted failure of next start/,
  );
  expect(isAlive(database)).toBe(false);
});

it("does not make an empty database where the old one was taken away", async () => {
  place.emptyFolder();
  const kith = place.start();
  await kith.untilReady();
  const database = place.databasePid();
  renameSync(join(place.dataDir, "postgres"), join(place.dataDir, "moved"));
  await kill9(database);
  const { code, output } = await kith.ended;
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/✗ The database.*is gone\./) });
  renameSync(join(place.dataDir, "moved"), join(place.dataDir, "postgres"));
  await place.start().untilReady();
});

it("moves the database and tells the app when somebody took its port meanwhile", async () => {
  const kith = place.start();
  await kith.untilReady();
  const before = await place.askApp();
  signal(kith.pid, "SIGSTOP");
  await kill9(place.databasePid());
  const port = Number(new URL(before.databaseUrl).port);
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  signal(kith.pid, "SIGCONT");
  await kith.untilSaid(/The app is back/);
  other.close();
  expect((await place.askApp()).databaseUrl).not.toBe(before.databaseUrl);
  expect(await place.onDatabase((pg) => pg`select 1 as one`)).toEqual([{ one: 1 }]);
});

it("stops for good when that is asked while the app is being started again", async () => {
  const kith = place.start();
  await kith.untilReady();
  const { pid } = await place.askApp();
  const database = place.databasePid();
  signal(pid, "SIGKILL");
  await kith.untilSaid(/Starting it again/);
  signal(kith.pid, "SIGTERM");
  expect((await kith.ended).code).toBe(0);
  expect(isAlive(database)).toBe(false);
  await expect(place.askApp()).rejects.toThrow();
});
