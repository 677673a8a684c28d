import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { checkReadiness } from "@/lib/server/readiness";

const check = z.object({
  status: z.enum(["ok", "error"]),
  mode: z.enum(["embedded", "hosted"]),
  ms: z.number(),
});
/** The kind of database; null while it does not answer. */
const databaseCheck = check.extend({
  engine: z
    .enum(["postgresql", "citus"])
    .nullable()
    .meta({ description: "The kind of database; null while it does not answer" }),
});
const readiness = z.object({
  status: z.enum(["ready", "degraded", "unavailable"]),
  checks: z.object({ database: databaseCheck, identity: check, blob: check, limiter: check }),
});

export const GET = route({
  operationId: "getReadiness",
  summary: "Readiness check",
  description:
    "503 when the database does not answer. Dependencies are checked at most every 5 seconds, or twice a second while one fails, and each check takes at most 3 seconds.",
  tag: "service",
  auth: "public",
  response: { 200: readiness, 503: readiness },
  handler: async () => {
    const result = await checkReadiness();
    return reply(result.status === "unavailable" ? 503 : 200, result);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
