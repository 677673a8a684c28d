import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Job, JobKind } from "./kind";

/**
 * Hands a job whose time is used up to a fresh invocation, by a signed request to this app. If the request fails, the job
 * continues here; if this process ends first, the next reader of the job or the sweep revives it.
 */
export async function continueElsewhere(kind: JobKind, job: Job, here: () => Promise<void>): Promise<void> {
  const { INTERNAL_URL, CRON_SECRET } = env();
  if (CRON_SECRET) {
    try {
      const response = await fetch(`${INTERNAL_URL}/api/cron/continue`, {
        method: "POST",
        headers: { authorization: `Bearer ${CRON_SECRET}`, "content-type": "application/json" },
        body: JSON.stringify({ kind: kind.name, workspaceId: job.workspaceId, id: job.id }),
        signal: AbortSignal.timeout(10_000),
        redirect: "error",
      });
      await response.body?.cancel();
      if (response.ok) return;
      log().warn({ status: response.status }, "job was not taken over");
    } catch (error) {
      log().warn({ err: error }, "job was not taken over");
    }
  }
  await here();
}
