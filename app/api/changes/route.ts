import { listChanges } from "@/lib/changes/queries";
import { changePage, listChangesQuery } from "@/lib/changes/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listChanges",
  summary: "List change sets",
  description:
    "Every write to contacts and tags is a change set: who made it, when and how, and how many contacts it created, changed and deleted. Newest first, for 30 days. Includes imports.",
  tag: "changes",
  query: listChangesQuery,
  response: { 200: changePage },
  handler: ({ workspace, query }) => listChanges(workspace.id, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
