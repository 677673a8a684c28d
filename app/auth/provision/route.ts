import { z } from "zod";
import { ApiError } from "@/lib/errors";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { identifyUser } from "@/lib/identity/authenticate";
import { id } from "@/lib/schemas";
import { startQueue } from "@/lib/server/jobs";
import { provision } from "@/lib/workspaces/provision";

/** For the dashboard, when the API refuses a fresh user: the sign-up webhook is delivered at most once. */
export const POST = route({
  operationId: "provisionWorkspace",
  summary: "Make sure that the signed-in user has a workspace",
  tag: "service",
  auth: "public",
  response: { 200: z.object({ workspace_id: id }) },
  errors: ["UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
  handler: async ({ request }) => {
    const user = await identifyUser(request.headers.get("authorization"));
    const workspaceId = await provision(user.id);
    if (!workspaceId) throw new ApiError("UNAUTHORIZED", "Invalid or expired token");
    startQueue("mail");
    return { workspace_id: workspaceId };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
