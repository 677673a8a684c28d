import { createHash } from "node:crypto";
import { workAs } from "@/db/work";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { Noted, WrittenEvent } from "./event";
import { insertEvents } from "./queries";

/** Beyond it new entries are dropped until the database answers again. */
const MAX_WAITING = 5000;
const PAUSE_MS = 200;
const BATCH = 500;
/** Addresses of one failure are spread over this many entries an hour: strangers cannot fill the disk. */
const SLOTS = 16;

let waiting: WrittenEvent[] = [];
let timer: NodeJS.Timeout | undefined;
let dropped = 0;

/**
 * Records an event in the security log. Returns at once and never throws: events are written in batches, by a separate
 * statement, within a fraction of a second; where a process may be frozen after its answer, `flushAudit` is awaited
 * there.
 */
export function note(event: Noted): void {
  if (waiting.length >= MAX_WAITING) {
    dropped++;
    return;
  }
  const at = new Date();
  waiting.push({ ...event, id: newId(), at: at.toISOString(), slot: slotOf(event, at) });
  timer ??= setTimeout(() => void flushAudit(), PAUSE_MS).unref();
}

/** Writes the recorded events. Never throws; events that the database refuses are lost, and the log says how many. */
export async function flushAudit(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  while (waiting.length > 0) {
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    try {
      // Recorded by a request, but no request waits for it.
      await workAs({ kind: "request" }, () => insertEvents(batch));
    } catch (error) {
      dropped += batch.length;
      log().error({ err: error, dropped }, "security log not written");
      return;
    }
  }
  if (dropped > 0) log().error({ dropped }, "entries of the security log were dropped");
  dropped = 0;
}

function slotOf({ outcome, action, workspaceId, userId, claims, address }: Noted, at: Date): string | null {
  if (outcome === "success") return null;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const about = userId ?? workspaceId ?? claims?.keyHash ?? claims?.email ?? "";
  const bucket = (hash(address ?? "")[0] ?? 0) % SLOTS;
  const hour = at.toISOString().slice(0, 13);
  return hash(JSON.stringify([action, about, hour, bucket])).toString("base64url");
}
