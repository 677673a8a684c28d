import postgres from "postgres";

/** Where a run's databases are: one server, or the nodes of a distributed one, the coordinator first. */
export interface TestServer {
  /** Superuser addresses, the coordinator's first. */
  nodes: string[];
  /** The password of the app's role. */
  appPassword: string;
  /** Settings of a database, which a clone does not inherit. */
  settings: Record<string, string>;
}

export const TEMPLATE = "template_kith";

/** Runs on every node a statement that cannot run in a transaction: a distributed database is one database on each node. */
export async function onEachNode({ nodes }: Pick<TestServer, "nodes">, statement: string): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const admin = postgres(node, { max: 1, onnotice: () => undefined });
      try {
        await admin.unsafe(statement);
      } finally {
        await admin.end();
      }
    }),
  );
}

/** The same address with another database. */
export function inDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
