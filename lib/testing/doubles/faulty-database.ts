import { databaseLimits } from "@/db/client";
import { type BoundedClient, boundedClient, type DatabaseLimits } from "@/db/driver/client";
import { parseTarget } from "@/db/driver/target.mjs";
import { env } from "@/lib/env";
import { type FaultProxy, faultProxy } from "./fault-proxy";

export interface FaultyDatabase extends BoundedClient, AsyncDisposable {
  proxy: FaultProxy;
  /** The test's database, through the proxy. */
  address: string;
  /** The name of its connections in pg_stat_activity. */
  name: string;
}

/** A client of the test's database whose connections all pass a fault proxy. `await using` closes both. */
export async function faultyDatabase(limits: Partial<DatabaseLimits> = {}): Promise<FaultyDatabase> {
  const direct = env().DATABASE_URL ?? "";
  const { host, port, path, user = "", password = "", database } = parseTarget(direct);
  const proxy = await faultProxy(path ? { path } : { host, port });
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const address = `postgres://${login}@127.0.0.1:${proxy.port}/${database}`;
  const name = `faults-${proxy.port}`;
  const client = boundedClient(address, name, { max: 4, ...databaseLimits, ...limits });
  return {
    ...client,
    proxy,
    address,
    name,
    async [Symbol.asyncDispose]() {
      await client.end(0);
      await proxy.close();
    },
  };
}

/** How a promise ended, as its error's code, and after how many milliseconds. */
export async function outcome(work: PromiseLike<unknown>): Promise<{ code: string; ms: number }> {
  const started = performance.now();
  const code = await work.then(
    () => "fulfilled",
    (error: { code?: string }) => error.code ?? String(error),
  );
  return { code, ms: performance.now() - started };
}
