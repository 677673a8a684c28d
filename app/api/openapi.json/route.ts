import { z } from "zod";
import { apiRoutes } from "@/app/api/routes";
import { otherMethods } from "@/lib/http/methods";
import { buildDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";

let document: unknown;

export const GET = route({
  operationId: "getOpenApi",
  summary: "Read the OpenAPI description",
  tag: "service",
  auth: "public",
  response: { 200: z.looseObject({ openapi: z.literal("3.1.0") }) },
  handler: async () => {
    document ??= buildDocument({ ...apiRoutes, "/api/openapi.json": { GET } });
    return document as { openapi: "3.1.0" };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
