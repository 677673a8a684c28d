import postgres from "postgres";

/** Where a run's databases are: one server, or the nodes of a distributed one, the coordinator first. */
export interface TestServer {
  /** Addresses with a superuser; of the coordinator comes first. */
  nodes: string[];
  /** What the app's role signs in with. */
  appPassword: string;
  /** Settings of a database, which a clone does not inherit. */
  settings: Record<string, string>;
}

export const TEMPLATE = "template_kith";

/** Runs a statement that no transaction may hold on every node: a distributed database is one on each. */
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
