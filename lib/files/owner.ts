import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { pg } from "@/db/client";
import { parseTarget } from "@/db/driver/target.mjs";
import { blobStore } from "@/lib/adapters/blob";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { DAY_MS } from "@/lib/time";

/** Names the database that sweeps the store. No file of a workspace has such a key. */
const MARK = "owner/database";
/** After that much silence another database may take over: the owner was moved, or is gone. */
const SILENT_MS = 7 * DAY_MS;

/**
 * Whether this database has swept the store before and no other one does: a restored copy has the rows of the original
 * as they were, and would take the original's later files for orphans. Another one owns the store only from its second
 * sweep on, so that of two databases that come to a store at once one learns of the other in time.
 */
export async function ownsStore(now: number): Promise<boolean> {
  const own = await databaseId();
  const owner = await currentOwner();
  if (owner && owner.id !== own && now - owner.seenAt < SILENT_MS) {
    log().warn(
      "another database sweeps these stored files: a copy needs a store of its own (docs/archive.md)",
    );
    return false;
  }
  const marked = blobStore().put(MARK, textOf(own));
  if (owner?.id !== own) return marked.then(() => false);
  // A full disk takes no new mark, and needs the room of the files that are removed.
  await marked.catch((error: unknown) =>
    log().warn({ err: error }, "the mark in the file store is not renewed"),
  );
  return true;
}

/**
 * Differs between a database and its copy, even on the same server. A cluster that was copied with its files, as branches and
 * snapshots of hosted databases are, differs by its address alone.
 */
async function databaseId(): Promise<string> {
  const [row] = await pg()<{ id: string }[]>`
    select s.system_identifier || '-' || d.oid as id from pg_control_system() s, pg_database d
    where d.datname = current_database()`;
  if (!row) throw new Error("the database has no identifier");
  return `${row.id}-${address()}`;
}

/** Hashed, because it is written to the store. A pooler for many databases tells them apart by the user; ports change. */
function address(): string {
  const { host, path, user } = parseTarget(env().DATABASE_URL ?? "");
  return createHash("sha256")
    .update(`${user}@${path ? "" : host}`)
    .digest("hex")
    .slice(0, 16);
}

async function currentOwner(): Promise<{ id: string; seenAt: number } | null> {
  const stream = await blobStore().read(MARK);
  if (!stream) return null;
  const id = await text(stream);
  let seenAt = 0;
  for await (const { modifiedAt } of blobStore().list(MARK)) seenAt = modifiedAt.getTime();
  return { id, seenAt };
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
