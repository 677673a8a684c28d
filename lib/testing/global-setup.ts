import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { APP_ROLE } from "../../scripts/lib/app-role.mjs";
import { renewAppRole } from "../../scripts/lib/database-role.mjs";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../../scripts/lib/postgres.mjs";
import { inDatabase, TEMPLATE, type TestServer } from "./database";
import { distributedTemplate } from "./distributed";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the temporary cluster, as its superuser; the database in it is the migrated template. */
    clusterUrl: string;
    /** All its nodes, and the password of the app's role, as which all code under test runs. */
    testServer: TestServer;
    /** Whether it is distributed (`npm test -- distributed`). */
    isDistributed: boolean;
    /** The file for the OpenAPI document, written by the first test that needs it. */
    apiDocument: string;
  }
}

/**
 * One temporary PostgreSQL per run, with a migrated template that every test file clones in some 20 ms. With CITUS_URL
 * the same on that distributed server.
 */
export default async function startRun(project: TestProject) {
  // Many tests start processes that load the product: Node keeps what it compiled.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../../.cache/compiled", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "kith-tests-"));
  const apiDocument = join(folder, "openapi.json");
  project.provide("apiDocument", apiDocument);
  project.onTestsRerun(() => rmSync(apiDocument, { force: true }));
  const stop = await startDatabase(project);
  return async () => {
    await stop?.();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startDatabase(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const distributed = process.env.CITUS_URL;
  if (distributed) {
    const server = await distributedTemplate(distributed);
    project.provide("clusterUrl", distributed);
    project.provide("testServer", server);
    project.provide("isDistributed", true);
    return undefined;
  }
  const cluster = await startTemporaryPostgres();
  const template = inDatabase(cluster.url, TEMPLATE);
  const admin = postgres(cluster.url, { max: 1 });
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  const appPassword = await renewAppRole(template);
  await migrateDatabase(template, { role: APP_ROLE });
  project.provide("clusterUrl", cluster.url);
  project.provide("testServer", { nodes: [cluster.url], appPassword, settings: {} });
  project.provide("isDistributed", false);
  return () => cluster.stop();
}
