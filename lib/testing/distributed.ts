import postgres from "postgres";
import { APP_ROLE } from "../../scripts/lib/app-role.mjs";
import { renewAppRole } from "../../scripts/lib/database-role.mjs";
import { distribute } from "../../scripts/lib/distribution.mjs";
import { DATABASE_SETTINGS } from "../../scripts/lib/distribution-plan.mjs";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { inDatabase, onEachNode, TEMPLATE, type TestServer } from "./database";

/** Few, because each test file has its own: more would only cost the time to create them. */
const SHARDS = 4;

/**
 * The template on a distributed server. `address` is a database with the extension that knows its workers. Test files
 * clone it as they do on one server: a distributed database is one database on each node, which know each other by
 * their addresses.
 */
export async function distributedTemplate(address: string): Promise<TestServer> {
  const nodes = await nodesOf(address);
  const [coordinator = address, ...workers] = nodes;
  await dropTemplate(nodes);
  await onEachNode({ nodes }, `create database ${TEMPLATE}`);
  await onEachNode({ nodes: nodes.map((node) => inDatabase(node, TEMPLATE)) }, "create extension citus");
  const template = inDatabase(coordinator, TEMPLATE);
  const pg = postgres(template, { max: 1, onnotice: () => undefined });
  const at = (node: string) => [new URL(node).hostname, Number(new URL(node).port)] as const;
  const [host, port] = at(coordinator);
  await pg`select citus_set_coordinator_host(${host}, ${port})`;
  for (const [name, number] of workers.map(at)) await pg`select citus_add_node(${name}, ${number})`;
  await pg.end();
  const appPassword = await renewAppRole(template);
  await migrateDatabase(template);
  await distribute(template, { shards: SHARDS, role: APP_ROLE });
  await closeTemplate(nodes);
  return { nodes, appPassword, settings: DATABASE_SETTINGS };
}

/** The nodes as this machine reaches them, the coordinator first. */
async function nodesOf(address: string): Promise<string[]> {
  const pg = postgres(address, { max: 1 });
  const found = await pg<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node order by groupid`;
  await pg.end();
  return found.map(({ host, port }) => {
    const url = new URL(address);
    Object.assign(url, { hostname: host, port: String(port) });
    return url.href;
  });
}

async function dropTemplate(nodes: string[]): Promise<void> {
  await onEachNode({ nodes }, `drop database if exists ${TEMPLATE} with (force)`);
}

/** A template must have no connections when it is cloned, and Citus' own maintenance always has one. */
async function closeTemplate(nodes: string[]): Promise<void> {
  await onEachNode({ nodes }, `alter database ${TEMPLATE} with allow_connections false`);
  await onEachNode(
    { nodes },
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${TEMPLATE}'`,
  );
}
