import { background } from "@/lib/http/background";
import { abandonedJobs, type JobKind } from "@/lib/jobs/lease";
import { reviveJob } from "@/lib/sweep/jobs";

/**
 * Whoever looks at jobs also wakes those whose worker died: no cron is needed for a job to go on, which matters on
 * hosting plans that run one a day.
 */
function revive(kind: JobKind, workspaceId: string): void {
  background(async () => {
    const found = await abandonedJobs(kind, workspaceId);
    await Promise.all(found.map((job) => reviveJob(kind, job.workspaceId, job.id)));
  });
}

export const reviveImports = (workspaceId: string) => revive("import", workspaceId);
export const reviveExports = (workspaceId: string) => revive("export", workspaceId);
