import postgres from "postgres";
import { inject } from "vitest";
import { pg } from "@/db/client";
import { type Work, workAs } from "@/db/work";
import { inDatabase } from "./database";

/** A command that the coordinator sent to a worker, and the statement that it was a part of. */
export interface Sent {
  port: number;
  command: string;
  statement: string;
}

const KINDS: Work["kind"][] = ["request", "search", "job"];

/** The owner's own connection to the database of this test file. */
export function ownerOfDatabase(url: string) {
  return postgres(url, { max: 1, onnotice: () => undefined });
}

/**
 * What reaches the workers of a distributed database: the coordinator tells of each command that it sends. To be called
 * before the first connection is opened, once: connections keep whom they tell. Commands do not say on whose behalf they are sent.
 */
export async function hearNodes() {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const admin = ownerOfDatabase(inDatabase(inject("clusterUrl"), name));
  await admin.unsafe(`alter database ${name} set citus.log_remote_commands = on`);
  const sent: Sent[] = [];
  let statement = "";
  const debug = (_: number, text: string) => {
    statement = text.replace(/\s+/g, " ");
  };
  const onnotice = ({ message = "", detail = "" }: { message?: string; detail?: string }) => {
    const port = /on server \S+:(\d+) /.exec(detail)?.[1];
    if (port && message.startsWith("issuing "))
      sent.push({ port: Number(port), command: message.slice("issuing ".length), statement });
  };
  for (const kind of KINDS) workAs({ kind }, () => Object.assign(pg().options, { onnotice, debug }));
  return {
    sent,
    /** The port of the worker that a workspace lies on. */
    async homeOf(workspaceId: string): Promise<number> {
      const [row] = await admin<{ port: number }[]>`
        select nodeport as port from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('contacts', ${workspaceId}::uuid)`;
      return row?.port ?? 0;
    },
    /** Has the worker at `port` be looked for at `to`, in this database alone. */
    async move(port: number, to: number): Promise<void> {
      await admin`
        select citus_update_node(nodeid, nodename, ${to}, force => true, lock_cooldown => 100)
        from pg_dist_node where nodeport = ${port}`;
    },
    end: () => admin.end(),
  };
}
