import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseTarget } from "@/db/driver/target.mjs";
import { serve } from "./serve";

const PROGRAM = "/usr/sbin/pgbouncer";
/** PgBouncer refuses to run as root. */
const NOBODY = 65534;

/** Prints a line on the console if it is not installed: the tests that need it are then skipped. */
export function pgbouncerInstalled(): boolean {
  const installed = existsSync(PROGRAM);
  if (!installed) console.log(`No ${PROGRAM} here: what goes through a transaction-mode pooler is left out.`);
  return installed;
}

export interface Pooler {
  port: number;
  address: string;
  close(): Promise<void>;
}

/** PgBouncer in transaction mode in front of the given database, with two server connections unless told otherwise. */
export async function startPgBouncer(database: string, { connections = 2 } = {}): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "kith-pooler-"));
  chmodSync(folder, 0o755);
  const { port, close: release } = await serve(createServer());
  await release();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, configuration(database, port, connections));
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const bouncer = spawn(PROGRAM, ["-q", file], { stdio: "ignore", ...asNobody });
  await untilOpen(port);
  return {
    port,
    address: `postgres://app@127.0.0.1:${port}/pooled`,
    async close() {
      bouncer.kill();
      await once(bouncer, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}

function configuration(address: string, port: number, connections: number): string {
  const { host, port: server, path, user, password, database } = parseTarget(address);
  const socketFolder = path?.slice(0, path.lastIndexOf("/"));
  return `[databases]
pooled = host=${socketFolder ?? host} port=${server} dbname=${database} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++, await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
  }
  throw new Error("pgbouncer did not start");
}
