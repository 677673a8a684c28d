import { z } from "zod";
import { authorizeCron } from "@/app/api/cron/authorize";
import { background } from "@/lib/http/background";
import { readJson } from "@/lib/http/body";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { parseInput } from "@/lib/problems";
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
  auth: "public",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["kind", "workspaceId", "id"],
        properties: {
          kind: { type: "string", enum: ["import", "export"] },
          workspaceId: { type: "string", format: "uuid" },
          id: { type: "string", format: "uuid" },
        },
      },
      example: {
        kind: "import",
        workspaceId: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
        id: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11",
      },
    },
  },
  audit: { action: "cron.refused", only: "failure" },
  response: { 202: z.object({ accepted: z.literal(true) }) },
  errors: ["UNAUTHORIZED", "VALIDATION_ERROR", "INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
  handler: async ({ request }) => {
    // The body is read here and not by the pipeline, so that a stranger learns nothing but 401.
    authorizeCron(request);
    const { kind, workspaceId, id } = parseInput(job, await readJson(request));
    background(() => runJob(kind, workspaceId, id));
    return { accepted: true as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
