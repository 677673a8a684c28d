import { ApiError } from "@/lib/errors";
import { answer } from "@/lib/http/exchange";
import type { RouteHandler } from "@/lib/http/operation";

/**
 * Every path under /api without a route of its own, including /api itself: the documented 404, counted by the global
 * limiter.
 */
const refuse: RouteHandler = (request) =>
  answer(request, "unknownPath", async () => {
    throw new ApiError("NOT_FOUND", "There is no such endpoint. See /api/openapi.json.");
  });

export {
  refuse as DELETE,
  refuse as GET,
  refuse as HEAD,
  refuse as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};
