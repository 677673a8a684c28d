import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { uuid } from "@/lib/schemas";
import { JOB_NAMES, startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

const job = z.object({ kind: z.enum(JOB_NAMES), workspaceId: uuid, id: uuid });

export const POST = route({
  operationId: "continueJob",
  summary: "Continue a job in a new invocation",
  description:
    "The application calls itself here, with `Authorization: Bearer <CRON_SECRET>`, when an invocation runs out of time. A job that has finished or is held by another worker is left alone.",
  tag: "internal",
  auth: "cron",
  body: job,
  example: {
    kind: "import",
    workspaceId: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
    id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11",
  },
  audit: { action: "cron.refused", only: "failure" },
  response: { 202: z.object({ accepted: z.literal(true) }) },
  handler: async ({ body: { kind, ...job } }) => {
    startJob(kind, job);
    return { accepted: true as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
