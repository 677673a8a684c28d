import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import packageJson from "@/package.json";

export const GET = route({
  operationId: "getHealth",
  summary: "Liveness check",
  description: "Checks no dependencies; /api/health/ready does.",
  tag: "service",
  auth: "public",
  response: {
    200: z.object({ status: z.literal("ok"), version: z.string(), uptime_seconds: z.number() }),
  },
  handler: async () => ({
    status: "ok" as const,
    version: packageJson.version,
    uptime_seconds: Math.floor(process.uptime()),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
