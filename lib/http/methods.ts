import { ApiError } from "@/lib/errors";
import { admit } from "./callers";
import { preflightHeaders } from "./cors";
import { answer } from "./exchange";
import type { RouteHandler } from "./operation";
import { reply } from "./reply";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
type Handlers = Partial<Record<Method, RouteHandler>>;

/**
 * The methods a path does not have: 405 with `Allow` in the documented shape, after the same limit and token
 * checks; and OPTIONS, which lists what the path has and answers preflights. (Next's own 405 has no body.)
 */
export function otherMethods(handlers: Handlers): Record<Method | "OPTIONS", RouteHandler> {
  const allowed: string[] = METHODS.filter((method) => handlers[method === "HEAD" ? "GET" : method]);
  const allow = [...allowed, "OPTIONS"].join(", ");
  const kinds = Object.values(handlers).map((handler) => handler.operation?.auth ?? "bearer");
  const auth = kinds.find((kind) => kind !== "public") ?? "public";
  const refuse: RouteHandler = (request) =>
    answer(
      request,
      "methodNotAllowed",
      async ({ known }) => {
        await admit(auth, request, known);
        const message = `${request.method} is not supported here. Use ${allowed.join(", ")}.`;
        throw new ApiError("METHOD_NOT_ALLOWED", message, undefined, { Allow: allow });
      },
      auth,
    );
  const options: RouteHandler = (request) =>
    answer(request, "options", async () =>
      reply(204, null, { Allow: allow, ...(await preflightHeaders(request, allowed.join(", "))) }),
    );
  return {
    GET: refuse,
    HEAD: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: options,
  };
}
