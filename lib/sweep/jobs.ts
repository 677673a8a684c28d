import { sendDueMails } from "@/lib/email/outbox";
import { env } from "@/lib/env";
import { processExport } from "@/lib/exports/process";
import { processImport } from "@/lib/imports/process";
import { continueElsewhere } from "@/lib/jobs/handover";
import { abandonedJobs, type JobKind, releaseJobsOfTheDead } from "@/lib/jobs/lease";
import { log } from "@/lib/log";

/** Starts work that outlives the caller: after the response, or beside the scheduler. */
export type Start = (work: () => Promise<unknown>) => void;

const processors: Record<JobKind, (workspaceId: string, id: string) => Promise<void>> = {
  import: processImport,
  export: processExport,
};

/** Jobs of a kind that one process works on at a time on behalf of the sweep. */
const AT_ONCE = 2;
const busy = new Set<JobKind>();

/** Works on one job in this invocation and sends what it has to say; a job that somebody holds is left alone. */
export async function runJob(kind: JobKind, workspaceId: string, id: string): Promise<void> {
  await processors[kind](workspaceId, id);
  await sendDueMails();
}

/**
 * Goes on with a job whose worker died. On a platform that limits an invocation each job gets one of its own: the time
 * of this one would be over in the middle of the second.
 */
export async function reviveJob(kind: JobKind, workspaceId: string, id: string): Promise<void> {
  const here = () => runJob(kind, workspaceId, id);
  await (env().VERCEL ? continueElsewhere({ kind, workspaceId, id }, here) : here());
}

/**
 * Starts the jobs whose workers died and returns how many there are. While an earlier call's jobs still run in this
 * process nothing is added to them; what is left is found again.
 */
export async function reviveJobs(kind: JobKind, start: Start): Promise<number> {
  if (busy.has(kind)) return 0;
  await releaseJobsOfTheDead(kind);
  const found = await abandonedJobs(kind);
  if (found.length === 0) return 0;
  busy.add(kind);
  const queue = found.values();
  start(async () => {
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, () => runAll(kind, queue)));
    } finally {
      busy.delete(kind);
    }
  });
  return found.length;
}

async function runAll(kind: JobKind, queue: Iterable<{ workspaceId: string; id: string }>): Promise<void> {
  for (const { workspaceId, id } of queue) {
    await reviveJob(kind, workspaceId, id).catch((error: unknown) => {
      log().error({ err: error, kind, id }, "revived job failed");
    });
  }
}
