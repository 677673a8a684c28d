import { sendDueMails } from "@/lib/email/outbox";
import { env } from "@/lib/env";
import { processExport } from "@/lib/exports/process";
import { processImport } from "@/lib/imports/engine/process";
import { continueElsewhere } from "@/lib/jobs/handover";
import { abandonedJobs, type JobKind, releaseJobsOfTheDead } from "@/lib/jobs/lease";
import { log } from "@/lib/log";

/** Starts work that outlives the caller: after the response, or beside the scheduler. */
export type Start = (work: () => Promise<unknown>) => void;

const processors: Record<JobKind, (workspaceId: string, id: string) => Promise<void>> = {
  import: processImport,
  export: processExport,
};

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

/** Jobs that this process goes on with: they may wait for their turn, with nobody's lease on them. */
const underWay = new Set<string>();

/**
 * Starts the jobs whose workers died and returns how many there are. Which of them run at a time is settled where they
 * run; one that still waits there from an earlier call is not added again.
 */
export async function reviveJobs(kind: JobKind, start: Start): Promise<number> {
  await releaseJobsOfTheDead(kind);
  const found = (await abandonedJobs(kind)).filter(({ id }) => !underWay.has(id));
  if (found.length === 0) return 0;
  for (const { id } of found) underWay.add(id);
  start(() => Promise.all(found.map((job) => reviveOne(kind, job))));
  return found.length;
}

async function reviveOne(kind: JobKind, { workspaceId, id }: { workspaceId: string; id: string }) {
  try {
    await reviveJob(kind, workspaceId, id);
  } catch (error) {
    log().error({ err: error, kind, id }, "revived job failed");
  } finally {
    underWay.delete(id);
  }
}
