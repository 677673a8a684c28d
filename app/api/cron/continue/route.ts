import { z } from "zod";
import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { uuid } from "@/lib/schemas";
import { runJob } from "@/lib/sweep/jobs";

export const maxDuration = 300;

const job = z.object({ kind: z.enum(["import", "export"]), workspaceId: uuid, id: uuid });

export const POST = route({
  operationId: "continueJob",
  summary: "Continue a job in a fresh invocation",
  description:
    "The application calls this on itself, with `Authorization: Bearer <CRON_SECRET>`, when the time of an invocation is used up. A job that is over or that somebody holds is left alone.",
  tag: "service",
  auth: "cron",
  body: job,
  example: {
    kind: "import",
    workspaceId: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
    id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11",
  },
  audit: { action: "cron.refused", only: "failure" },
  response: { 202: z.object({ accepted: z.literal(true) }) },
  handler: async ({ body: { kind, workspaceId, id } }) => {
    background(() => runJob(kind, workspaceId, id));
    return { accepted: true as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
