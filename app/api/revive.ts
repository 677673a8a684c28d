import { background } from "@/lib/http/background";
import { processImport } from "@/lib/imports/process";
import { abandonedJobs } from "@/lib/jobs/lease";

/**
 * Whoever looks at imports also wakes those whose worker died: no cron is needed for a job to go on, which matters
 * on hosting plans that run one a day.
 */
export function reviveImports(workspaceId: string): void {
  background(async () => {
    for (const job of await abandonedJobs("import", workspaceId))
      await processImport(job.workspaceId, job.id);
  });
}
