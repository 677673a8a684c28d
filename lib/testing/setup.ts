import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { APP_ROLE, asRole } from "../../scripts/lib/app-role.mjs";
import { generateSecrets } from "../../scripts/lib/secrets.mjs";
import { inDatabase, onEachNode, TEMPLATE } from "./database";

/** Set by the user who runs the tests, or by Vitest. */
const KEPT = new Set(["LOG_LEVEL", "NODE_ENV"]);

/**
 * Runs before each test file is imported: a database and a data folder of its own, and the environment that the
 * supervisor gives the app. Nothing of the machine's own configuration may leak in.
 */
const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
for (const [, name = ""] of example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)) {
  if (!KEPT.has(name)) Reflect.deleteProperty(process.env, name);
}

const server = inject("testServer");
const database = `t_${randomUUID().replaceAll("-", "")}`;
const dataDir = mkdtempSync(join(tmpdir(), "kith-test-"));

await onEachNode(server, `create database ${database} template ${TEMPLATE} strategy file_copy`);
for (const [name, value] of Object.entries(server.settings))
  await onEachNode(server, `alter database ${database} set ${name} = '${value}'`);
Object.assign(process.env, generateSecrets(), {
  DATABASE_URL: asRole(inDatabase(inject("clusterUrl"), database), APP_ROLE, server.appPassword),
  ...(inject("isDistributed") ? {} : { EMBEDDED_DATABASE: "1" }),
  DATABASE_POOL_SIZE: "5",
  DATA_DIR: dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
});

afterAll(async () => {
  await onEachNode(server, `drop database if exists ${database} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});
