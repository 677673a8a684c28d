import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { sweep } from "@/lib/server/sweep";

export const maxDuration = 300;

export const GET = route({
  operationId: "runSweep",
  summary: "Resume stalled jobs, finish and clean up",
  description:
    "For the scheduler, with `Authorization: Bearer <CRON_SECRET>`. Resumes jobs whose workers died, sends stuck mails, removes unreferenced files, and expires exports and unconfirmed imports. Safe to call at any time; a failed step does not stop the others.",
  tag: "internal",
  auth: "cron",
  audit: { action: "cron.refused", only: "failure" },
  response: {
    200: z.record(z.string(), z.number().int().nullable()).meta({
      description: "Items each step processed; null if the step failed",
      example: { imports: 1, exports: 0, mails: 2, files: 0 },
    }),
  },
  handler: async () => sweep({ thorough: true }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
