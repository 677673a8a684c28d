import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, inject, vi } from "vitest";
import { APP_ROLE, asRole } from "../../scripts/lib/app-role.mjs";
import { generateSecrets } from "../../scripts/lib/secrets.mjs";
import { inDatabase, onEachNode, TEMPLATE } from "./database";
import { closeOwner } from "./owner";

/** How long work that a test began may take after the last test of its file, in milliseconds. */
const SETTLE_MS = 5_000;
/** Set by the user who runs the tests, or by Vitest. */
const KEPT = new Set(["LOG_LEVEL", "NODE_ENV"]);

/**
 * Runs before each test file is imported: a database and a data folder of its own, and the environment that the
 * supervisor gives the app. Nothing of the machine's own configuration may leak in, and nothing of a file that ran
 * before in the same process.
 */
const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
for (const [, name = ""] of example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)) {
  if (!KEPT.has(name)) Reflect.deleteProperty(process.env, name);
}

const server = inject("testServer");
const database = `t_${randomUUID().replaceAll("-", "")}`;
const dataDir = mkdtempSync(join(tmpdir(), "kith-test-"));

await onEachNode(server, `create database ${database} template ${TEMPLATE}`);
for (const [name, value] of Object.entries(server.settings))
  await onEachNode(server, `alter database ${database} set ${name} = '${value}'`);
Object.assign(process.env, generateSecrets(), {
  DATABASE_URL: asRole(inDatabase(inject("clusterUrl"), database), APP_ROLE, server.appPassword),
  ...(inject("isDistributed") ? {} : { EMBEDDED_DATABASE: "1" }),
  DATABASE_POOL_SIZE: "5",
  DATA_DIR: dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
});

forgetKept();
const environment = { ...process.env };

afterAll(async () => {
  vi.useRealTimers();
  await closeOwner();
  await endProduct();
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  await onEachNode(server, `drop database if exists ${database} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Ends what the product does and keeps in this process, as its own end would. */
async function endProduct(): Promise<void> {
  if (keptNames().length === 0) return;
  const { settleBackground } = await import("@/lib/http/background");
  const { flushAudit } = await import("@/lib/audit/note");
  const { closeDatabase } = await import("@/db/client");
  await Promise.race([settleBackground().then(flushAudit), sleep(SETTLE_MS, undefined, { ref: false })]);
  await closeDatabase();
  forgetKept();
}

function forgetKept(): void {
  for (const name of keptNames()) Reflect.deleteProperty(globalThis, name);
}

/** What the product keeps for the life of a process it keeps in global properties of its own. */
function keptNames(): string[] {
  return Object.keys(globalThis).filter((name) => /^kith[A-Z]/.test(name));
}
