import { z } from "zod";
import { digestMoment, enqueueDigests } from "@/lib/digest/send";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "runWeeklyDigest",
  summary: "Send the weekly digest",
  description:
    "For the scheduler, on Mondays at 08:00 UTC, with `Authorization: Bearer <CRON_SECRET>`. Queues one mail per workspace and ISO week, however often it is called, and none for a week in which nothing happened.",
  tag: "internal",
  auth: "cron",
  audit: { action: "cron.refused", only: "failure" },
  response: {
    200: z.object({
      week: z.string().meta({ description: "ISO week", example: "2026-W47" }),
      enqueued: z.number().int().meta({ description: "Digests queued by this call" }),
    }),
  },
  handler: async () => {
    const run = await enqueueDigests(digestMoment(new Date()));
    startQueue("mail");
    return run;
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
