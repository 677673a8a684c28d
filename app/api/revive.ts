import { sendDueMails } from "@/lib/email/outbox";
import { background } from "@/lib/http/background";
import { processImport } from "@/lib/imports/process";
import { abandonedJobs } from "@/lib/jobs/lease";

/**
 * Whoever looks at imports also wakes those whose worker died: no cron is needed for a job to go on, which matters
 * on hosting plans that run one a day.
 */
export function reviveImports(workspaceId: string): void {
  background(async () => {
    const jobs = await abandonedJobs("import", workspaceId);
    for (const job of jobs) await processImport(job.workspaceId, job.id);
    if (jobs.length > 0) await sendDueMails();
  });
}
