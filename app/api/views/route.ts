import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { readViews, saveViews } from "@/lib/views/queries";
import { savedViews, saveViewsBody } from "@/lib/views/schemas";

export const GET = route({
  operationId: "getViews",
  summary: "Read the signed-in user's saved views",
  deprecated: { since: "2026-11-23", instead: "/api/segments" },
  description: "Filters of the dashboard's contact list, of this user in this workspace. Users only.",
  tag: "settings",
  needs: "belong",
  response: { 200: savedViews },
  handler: async ({ workspace, user }) => readViews(workspace.id, user.id),
});

export const PUT = route({
  operationId: "saveViews",
  summary: "Replace the signed-in user's saved views",
  deprecated: { since: "2026-11-23", instead: "/api/segments" },
  description: "The complete list, in order; an empty list deletes all. Users only.",
  tag: "settings",
  needs: "belong",
  conditional: true,
  body: saveViewsBody,
  example: { views: [{ name: "Opted out", query: "is_unsubscribed=true" }] },
  response: { 200: savedViews },
  handler: async ({ workspace, user, body, ifMatch }) =>
    saveViews(workspace.id, user.id, body.views, ifMatch),
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods({ GET, PUT });
