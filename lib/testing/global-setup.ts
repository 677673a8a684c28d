import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { APP_ROLE } from "../../scripts/lib/app-role.mjs";
import { renewAppRole } from "../../scripts/lib/database-role.mjs";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../../scripts/lib/postgres.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the throw-away cluster, as its superuser; the database in it is the migrated template. */
    clusterUrl: string;
    /** What the app's role signs in with, as which everything runs that a test tests. */
    appPassword: string;
  }
}

/** One throw-away PostgreSQL per run, with a migrated template that every test file clones in some 20 ms. */
export default async function startCluster(project: TestProject) {
  const cluster = await startTemporaryPostgres();
  const url = new URL(cluster.url);
  const admin = postgres(cluster.url, { max: 1 });
  await admin`create database template_kith`;
  await admin.end();
  url.pathname = "/template_kith";
  project.provide("appPassword", await renewAppRole(url.href));
  await migrateDatabase(url.href, { role: APP_ROLE });
  project.provide("clusterUrl", cluster.url);
  return () => cluster.stop();
}
