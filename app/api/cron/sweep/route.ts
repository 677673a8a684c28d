import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { sweep } from "@/lib/server/sweep";

export const maxDuration = 300;

export const GET = route({
  operationId: "runSweep",
  summary: "Revive, finish and clean up",
  description:
    "For the scheduler, with `Authorization: Bearer <CRON_SECRET>`. Revives jobs whose workers died, sends what is stuck in the outbox, removes files that nothing refers to, expires exports and never-confirmed imports. Safe at any time; each step stands alone.",
  tag: "service",
  auth: "cron",
  audit: { action: "cron.refused", only: "failure" },
  response: {
    200: z.record(z.string(), z.number().int().nullable()).meta({
      description: "How much each step found to do; null when it failed",
      example: { imports: 1, exports: 0, mails: 2, files: 0 },
    }),
  },
  handler: async () => sweep({ thorough: true }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
