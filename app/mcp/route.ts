import { isWellFormed } from "@/lib/api-keys/token";
import { apiBearerOf } from "@/lib/authorization";
import { env } from "@/lib/env";
import { ApiError, forbidden } from "@/lib/errors";
import { parseText, readJsonText } from "@/lib/http/body";
import { admit } from "@/lib/http/callers";
import { answer } from "@/lib/http/exchange";
import { countIn } from "@/lib/http/limits";
import { otherMethods } from "@/lib/http/methods";
import type { RouteHandler } from "@/lib/http/operation";
import { reply } from "@/lib/http/reply";
import { isAnswer } from "./answers";
import { answerMessage, type Sent, unreadable } from "./protocol";

/** As long as a person may take to answer, and their action takes. */
export const maxDuration = 300;

/** Model Context Protocol, one message a request; see docs/decisions/mcp.md. */
export const POST: RouteHandler = async (request) => {
  if (await isAnswer(request)) countIn("answer", request);
  return answer(
    request,
    "mcp",
    async (exchange) => {
      const origin = request.headers.get("origin");
      if (origin !== null && origin !== new URL(env().APP_URL).origin)
        throw forbidden("origin", "No calls from pages of other sites");
      const token = apiBearerOf(request.headers.get("authorization")) ?? "";
      if (!isWellFormed(token)) throw withoutKey();
      const identity = await admit("bearer", request, exchange.known).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === "UNAUTHORIZED" ? withoutKey() : error;
      });
      if (!identity?.keyId) throw withoutKey();
      const { workspaceId, userId, keyId, keyScopes = [], permissions } = identity;
      Object.assign(exchange, { workspaceId, userId });
      const sent = await readSent(request);
      const { status, body, headers } = sent
        ? await answerMessage(sent, request, { workspaceId, keyId, keyScopes, permissions })
        : unreadable();
      return reply(status, body, headers);
    },
    "bearer",
  );
};

/** Null for what is not JSON. */
async function readSent(request: Request): Promise<Sent | null> {
  try {
    const text = await readJsonText(request);
    return { text, value: parseText(text) };
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_JSON") return null;
    throw error;
  }
}

function withoutKey(): ApiError {
  return new ApiError("UNAUTHORIZED", "Send an API key of the workspace as bearer token", undefined, {
    "WWW-Authenticate": 'Bearer realm="Kith"',
  });
}

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
