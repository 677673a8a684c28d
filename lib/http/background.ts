import { after } from "next/server";
import { workAs } from "@/db/work";
import { log } from "@/lib/log";

const running = new Set<Promise<void>>();

/**
 * Starts work after the response. The state of the work is in rows: if the callback is lost, a later request or the
 * sweep resumes it. Outside a request (tests, scripts) the work starts at once.
 */
export function background(work: () => Promise<unknown>): void {
  const task = async () => {
    try {
      await workAs({ kind: "job" }, work);
    } catch (error) {
      log().error({ err: error }, "background work failed");
    }
  };
  try {
    after(task);
  } catch {
    const promise = task().finally(() => running.delete(promise));
    running.add(promise);
  }
}

/** Waits for work that was started outside a request. */
export async function settleBackground(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
