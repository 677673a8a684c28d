import { listEvents } from "@/lib/audit/queries";
import { auditPage, listAuditQuery } from "@/lib/audit/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listAuditEvents",
  summary: "Read the security log, newest first",
  description:
    "Who did what, from where and with what outcome: members, API keys, settings, exports, deletions and undone imports of the workspace, for its owners and admins; sign-ins, failed attempts and changes of the caller's own account. Kept for a year. Users only.",
  tag: "workspace",
  needs: "belong",
  query: listAuditQuery,
  response: { 200: auditPage },
  handler: async ({ workspace, user, permissions, query }) =>
    listEvents(workspace.id, user.id, { ...query, ofWorkspace: permissions.includes("manage") }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
